import { useState } from 'react';
import { type Answers, type Circumstances, type Errors, firstStepWith, judge, type Name, noAnswers } from './answers.ts';
import { keepDraft } from './draft.ts';

export interface AnswerState {
  readonly answers: Answers;
  /** What stands beside the fields: the errors of the last try and those found when a field was left. */
  readonly errors: Errors;
  /** The errors of the last try alone, for the summary. */
  readonly summary: Errors;
  /** Rises with each try to go on, so that the summary takes the focus. */
  readonly attempt: number;
  readonly set: <N extends Name>(name: N, value: Answers[N]) => void;
  readonly fill: (draft: Partial<Answers>) => void;
  /** Judges one field when it is left, if there is something in it. */
  readonly leave: (name: Name) => void;
  /** Judges fields as a try to go on. Gives the first step with an error, undefined when all are right. */
  readonly tryOn: (names: readonly Name[]) => number | undefined;
  /** Shows the server's errors as the outcome of a try. */
  readonly showErrors: (found: Errors) => void;
  readonly reset: () => void;
}

/** What is typed and what is wrong with it. `termsRequired`: live mode. `onChange` is told of every change. */
export function useAnswers(termsRequired: boolean, onChange: () => void): AnswerState {
  const [answers, setAnswers] = useState(noAnswers);
  const [summary, setSummary] = useState<Errors>({});
  const [onLeaving, setOnLeaving] = useState<Errors>({});
  const [attempt, setAttempt] = useState(0);
  const about = (): Circumstances => ({ nowMs: Date.now(), termsRequired });
  const change = (next: Answers) => {
    onChange();
    setAnswers(next);
    keepDraft(next, Date.now());
  };
  const outcome = (names: readonly Name[], found: Errors) => {
    setSummary((before) => ({ ...before, ...Object.fromEntries(names.map((name) => [name, found[name]])) }));
    setOnLeaving({});
    setAttempt((before) => before + 1);
  };
  return {
    answers,
    errors: { ...onLeaving, ...Object.fromEntries(Object.entries(summary).filter(([, message]) => message !== undefined)) },
    summary,
    attempt,
    set: (name, value) => {
      const next = { ...answers, [name]: value };
      change(next);
      const message = judge(next, [name], about())[name];
      // Only a field that has had an error is judged while it is typed.
      if (summary[name] !== undefined) setSummary({ ...summary, [name]: message });
      if (onLeaving[name] !== undefined) setOnLeaving({ ...onLeaving, [name]: message });
    },
    fill: (draft) => change({ ...answers, ...draft }),
    leave: (name) => {
      if (answers[name]) setOnLeaving({ ...onLeaving, [name]: judge(answers, [name], about())[name] });
    },
    tryOn: (names) => {
      const found = judge(answers, names, about());
      outcome(names, found);
      return firstStepWith(found);
    },
    showErrors: (found) => {
      setSummary(found);
      setAttempt((before) => before + 1);
    },
    reset: () => setAnswers(noAnswers),
  };
}
