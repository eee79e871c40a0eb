import { useCallback, useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router-dom';
import { closeKey, openKey } from '../lib/idempotency.ts';
import { isUncertain } from '../lib/problem.ts';

export interface Review<Values> {
  /** `form` before and after; `review` while the facts are shown; `sending` until an answer. */
  readonly stage: 'form' | 'review' | 'sending';
  /** What is reviewed; undefined while the form is open. */
  readonly values: Values | undefined;
  /** Why the last try failed; undefined before. */
  readonly error: unknown;
  /** Nobody can say whether the last try was booked: trying again with the same key is safe. */
  readonly uncertain: boolean;
  readonly open: (values: Values) => void;
  readonly change: () => void;
  readonly commit: () => void;
  readonly clearError: () => void;
}

interface Options<Values, Answer> {
  /** Names the deed and the account, for the key: `withdraw:65f…`. */
  scope: string;
  /** Makes the call. Hand the key on as `idempotencyKey`. */
  send: (values: Values, key: string) => Promise<Answer>;
  onDone: (answer: Answer, values: Values) => void;
  /** A certain refusal. The review closes and the form shows `error`; put field errors into place here. */
  onRefused?: (error: unknown, values: Values) => void;
}

/**
 * Money in three steps: form → review → commit. The key is made when the review opens and kept until the answer is certain,
 * so neither a second press nor a reload can book twice. While sending, leaving the page asks.
 */
export function useReview<Values, Answer>({ scope, send, onDone, onRefused }: Options<Values, Answer>): Review<Values> {
  const [stage, setStage] = useState<Review<Values>['stage']>('form');
  const [values, setValues] = useState<Values>();
  const [error, setError] = useState<unknown>();
  const key = useRef('');
  const sending = useRef(false);
  useAskBeforeLeaving(stage === 'sending');

  const uncertain = error !== undefined && isUncertain(error);
  const open = useCallback(
    (next: Values) => {
      key.current = openKey(scope, JSON.stringify(next));
      setValues(next);
      setError(undefined);
      setStage('review');
    },
    [scope],
  );
  const change = () => {
    // An uncertain one keeps its key: the same values again must not be booked twice.
    if (!uncertain && values !== undefined) closeKey(scope, JSON.stringify(values));
    setError(undefined);
    setStage('form');
  };
  const run = async (reviewed: Values) => {
    sending.current = true;
    setStage('sending');
    setError(undefined);
    try {
      const answer = await send(reviewed, key.current);
      closeKey(scope, JSON.stringify(reviewed));
      setStage('form');
      onDone(answer, reviewed);
    } catch (failure) {
      setError(failure);
      if (isUncertain(failure)) setStage('review');
      else {
        closeKey(scope, JSON.stringify(reviewed));
        setStage('form');
        onRefused?.(failure, reviewed);
      }
    } finally {
      sending.current = false;
    }
  };
  const commit = () => {
    if (values !== undefined && !sending.current) void run(values);
  };
  return { stage, values: stage === 'form' ? undefined : values, error, uncertain, open, change, commit, clearError: () => setError(undefined) };
}

// The router heeds one blocker alone, so everything on the page that asks stands here, and LeaveGuard speaks for all of it.
const questions = new Map<object, string>();

/** Asks before the page is left while `asking` is true: by a link, by the back button or by closing the tab. */
export function useAskBeforeLeaving(asking: boolean, question = 'Your request is being sent. Leave this page?'): void {
  useEffect(() => {
    if (!asking) return;
    const asker = {};
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    questions.set(asker, question);
    window.addEventListener('beforeunload', ask);
    return () => {
      questions.delete(asker);
      window.removeEventListener('beforeunload', ask);
    };
  }, [asking, question]);
}

/** Stands once in the frame and puts the question of whoever asks. A jump within the page (#bank) asks nothing. */
export function LeaveGuard(): null {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => questions.size > 0 && (currentLocation.pathname !== nextLocation.pathname || currentLocation.search !== nextLocation.search),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const question = [...questions.values()].at(-1);
    if (question === undefined || window.confirm(question)) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
  return null;
}
