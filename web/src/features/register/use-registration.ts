import type { RegisterAnswer } from '@tradepost/proto/api/users/paths.ts';
import { useEffect, useRef, useState } from 'react';
import { useMode } from '../../lib/mode.ts';
import { askBeforeLeavingPublic } from '../../lib/navigation.ts';
import { isUncertain } from '../../lib/problem.ts';
import { allNames, firstStepWith } from './answers.ts';
import { releaseFile } from './choose-file.ts';
import { forgetDraft } from './draft.ts';
import { refusal, sendRegistration } from './send.ts';
import { type AnswerState, useAnswers } from './use-answers.ts';

const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export interface Registration extends AnswerState {
  readonly busy: boolean;
  /** How much of the upload has left, 0 to 1. */
  readonly share: number;
  /** A failure that belongs to no field. */
  readonly failure: unknown;
  readonly uncertain: boolean;
  readonly done: RegisterAnswer | undefined;
  /** Judges everything and sends it. Gives the step to show when something is wrong. */
  readonly submit: () => Promise<number | undefined>;
}

/** The state of a registration: what is typed, what is wrong, and the one request at the end. */
export function useRegistration(): Registration {
  const live = useMode()?.mode === 'live';
  const [share, setShare] = useState(0);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [done, setDone] = useState<RegisterAnswer>();
  // One key as long as the answers stay the same: a second try after a silence registers nobody twice.
  const key = useRef('');
  const state = useAnswers(live, () => {
    key.current = '';
  });
  const { answers } = state;
  // In live mode a box that was ticked beforehand is no consent.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the mode becomes known.
  useEffect(() => {
    if (live) state.set('acceptTerms', false);
  }, [live]);
  const files = [answers.panimg, answers.aadharimg, answers.image];
  const unsent = !done && files.some(Boolean);
  useEffect(() => {
    askBeforeLeavingPublic(unsent ? 'The chosen files are not sent yet. Leave this page?' : '');
    return () => askBeforeLeavingPublic('');
  }, [unsent]);

  const send = async (): Promise<number | undefined> => {
    key.current ||= newKey();
    setShare(0);
    setBusy(true);
    try {
      const answer = await sendRegistration(answers, live, key.current, setShare);
      files.forEach(releaseFile);
      state.reset();
      forgetDraft();
      setDone(answer);
      return undefined;
    } catch (error) {
      const { errors } = refusal(error);
      const step = firstStepWith(errors);
      if (step === undefined) setFailure(error);
      else state.showErrors(errors);
      if (!isUncertain(error)) key.current = '';
      return step;
    } finally {
      setBusy(false);
    }
  };
  const submit = async () => {
    if (busy) return undefined;
    setFailure(undefined);
    const wrong = state.tryOn(allNames);
    return wrong ?? (await send());
  };
  return { ...state, busy, share, failure, uncertain: failure !== undefined && isUncertain(failure), done, submit };
}
