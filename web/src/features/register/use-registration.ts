import type { RegisterAnswer } from '@tradepost/proto/api/users/paths.ts';
import { useEffect, useRef, useState } from 'react';
import { useMode } from '../../lib/mode.ts';
import { askBeforeLeavingPublic } from '../../lib/navigation.ts';
import { isUncertain } from '../../lib/problem.ts';
import { type Answers, allNames, type Errors, firstStepWith, judge, type Name, noAnswers } from './answers.ts';
import { releaseFile } from './choose-file.ts';
import { forgetDraft, keepDraft } from './draft.ts';
import { refusal, sendRegistration } from './send.ts';

const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export interface Registration {
  readonly answers: Answers;
  readonly errors: Errors;
  /** Rises with each try to go on, so that the summary takes the focus. */
  readonly attempt: number;
  readonly busy: boolean;
  /** How much of the upload has left, 0 to 1. */
  readonly share: number;
  /** A failure that belongs to no field. */
  readonly failure: unknown;
  readonly uncertain: boolean;
  readonly done: RegisterAnswer | undefined;
  readonly set: <N extends Name>(name: N, value: Answers[N]) => void;
  readonly fill: (draft: Partial<Answers>) => void;
  /** Judges one field when it is left, if there is something in it. */
  readonly leave: (name: Name) => void;
  /** Judges fields; true when all are right. */
  readonly check: (names: readonly Name[]) => boolean;
  /** Judges everything and sends it. Gives the step to show when something is wrong. */
  readonly submit: () => Promise<number | undefined>;
}

/** The state of a registration: what is typed, what is wrong, and the one request at the end. */
export function useRegistration(): Registration {
  const live = useMode()?.mode === 'live';
  const [answers, setAnswers] = useState(noAnswers);
  const [errors, setErrors] = useState<Errors>({});
  const [attempt, setAttempt] = useState(0);
  const [share, setShare] = useState(0);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [done, setDone] = useState<RegisterAnswer>();
  // One key as long as the answers stay the same: a second try after a silence registers nobody twice.
  const key = useRef('');
  const about = () => ({ nowMs: Date.now(), termsRequired: live });
  // In live mode a box that was ticked beforehand is no consent.
  useEffect(() => {
    if (live) setAnswers((before) => ({ ...before, acceptTerms: false }));
  }, [live]);
  const filesChosen = !done && Boolean(answers.panimg || answers.aadharimg || answers.image);
  useEffect(() => {
    askBeforeLeavingPublic(filesChosen ? 'The chosen files are not sent yet. Leave this page?' : '');
    return () => askBeforeLeavingPublic('');
  }, [filesChosen]);

  const change = (next: Answers) => {
    key.current = '';
    setAnswers(next);
    keepDraft(next, Date.now());
  };
  const show = (names: readonly Name[], found: Errors) => {
    setErrors((before) => ({ ...before, ...Object.fromEntries(names.map((name) => [name, found[name]])) }));
  };
  const check = (names: readonly Name[]): boolean => {
    const found = judge(answers, names, about());
    show(names, found);
    setAttempt((before) => before + 1);
    return firstStepWith(found) === undefined;
  };
  const submit = async (): Promise<number | undefined> => {
    if (busy) return undefined;
    const found = judge(answers, allNames, about());
    show(allNames, found);
    setAttempt((before) => before + 1);
    setFailure(undefined);
    const wrong = firstStepWith(found);
    if (wrong !== undefined) return wrong;
    key.current ||= newKey();
    setShare(0);
    setBusy(true);
    try {
      const answer = await sendRegistration(answers, live, key.current, setShare);
      for (const chosen of [answers.panimg, answers.aadharimg, answers.image]) releaseFile(chosen);
      forgetDraft();
      setAnswers(noAnswers);
      setDone(answer);
      return undefined;
    } catch (error) {
      const refused = refusal(error);
      const step = firstStepWith(refused.errors);
      show(allNames, refused.errors);
      setAttempt((before) => before + 1);
      if (step === undefined) setFailure(error);
      if (!isUncertain(error)) key.current = '';
      return step;
    } finally {
      setBusy(false);
    }
  };
  return {
    answers,
    errors,
    attempt,
    busy,
    share,
    failure,
    uncertain: failure !== undefined && isUncertain(failure),
    done,
    set: (name, value) => {
      const next = { ...answers, [name]: value };
      change(next);
      if (errors[name] !== undefined) show([name], judge(next, [name], about()));
    },
    fill: (draft) => change({ ...answers, ...draft }),
    leave: (name) => {
      if (answers[name]) show([name], judge(answers, [name], about()));
    },
    check,
    submit,
  };
}
