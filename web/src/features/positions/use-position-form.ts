import { useQueryClient } from '@tanstack/react-query';
import type { Position } from '@tradepost/proto/api/positions/paths.ts';
import { useState } from 'react';
import { ApiProblem, fieldErrors, messageOf } from '../../lib/problem.ts';
import { sendPosition, sendUpdate, useInstruments, useSnapshot } from './api.ts';
import {
  bodyOf,
  calculated,
  differs,
  emptyPosition,
  judgePosition,
  type PositionErrors,
  type PositionField,
  type PositionValues,
  positionFields,
  profitFields,
  valuesOf,
} from './position-rules.ts';

interface Options {
  account: string;
  /** The position as it was read; undefined for a new one. */
  position: Position | undefined;
  /** Reads the position again after a conflict; undefined when it is not there any more. */
  reread: () => Promise<Position | undefined>;
  onDone: (message: string) => void;
}

/** What stands in the fields, and where the profit comes from: while it is the calculated one it follows every change. */
function useValues(position: Position | undefined) {
  const [typed, setTyped] = useState<PositionValues>(() => (position ? valuesOf(position) : emptyPosition));
  const [follows, setFollows] = useState(position?.profitSource === 'computed');
  const instruments = useInstruments();
  const symbol = typed.symbol.trim().toUpperCase();
  const snapshot = useSnapshot(instruments.data?.some((one) => one.symbol === symbol) ? symbol : undefined).data ?? undefined;
  const computed = calculated(typed, snapshot?.price);
  const values: PositionValues = follows && computed !== undefined ? { ...typed, ...profitFields(computed) } : typed;
  const change = (field: PositionField, value: string) => {
    if (field === 'profit' || field === 'profitColor') setFollows(false);
    setTyped({ ...values, [field]: value });
  };
  return { values, change, computed, follows, setFollows, snapshot, instruments: instruments.data ?? [] };
}

/** The form of a position: its fields, what is wrong with them, and saving it on the version that was read, so that nobody's change is overwritten unseen. */
export function usePositionForm({ account, position, reread, onDone }: Options) {
  const client = useQueryClient();
  const [base, setBase] = useState(position);
  const fields = useValues(position);
  const { values, follows } = fields;
  const [problems, setProblems] = useState<{ errors: PositionErrors; rest: readonly string[]; attempt: number }>({ errors: {}, rest: [], attempt: 0 });
  const [conflict, setConflict] = useState<Position>();
  const [busy, setBusy] = useState(false);
  const fail = (errors: PositionErrors, rest: readonly string[]) => setProblems(({ attempt }) => ({ errors, rest, attempt: attempt + 1 }));

  const refused = async (failure: unknown) => {
    if (failure instanceof ApiProblem && failure.code === 'version-conflict') {
      const latest = await reread();
      if (latest) {
        setProblems({ errors: {}, rest: [], attempt: 0 });
        setBase(latest);
        setConflict(latest);
        return;
      }
    }
    const { fields: errors, rest } = fieldErrors(failure, positionFields);
    const isPlaced = Object.keys(errors).length > 0 || rest.length > 0;
    fail(errors, isPlaced ? rest : [messageOf(failure, 'The position could not be saved.')]);
  };
  const save = async () => {
    if (busy) return;
    const errors = judgePosition(values);
    if (Object.keys(errors).length > 0) return fail(errors, []);
    setBusy(true);
    try {
      const body = bodyOf(values, follows);
      const { message } = base ? await sendUpdate(account, base, body) : await sendPosition(account, body);
      onDone(message);
    } catch (failure) {
      await refused(failure);
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: ['positions', account] });
    }
  };
  const change = (field: PositionField, value: string) => {
    fields.change(field, value);
    // Once a field had an error, it is judged while it is typed in.
    if (problems.errors[field]) setProblems({ ...problems, errors: { ...problems.errors, [field]: judgePosition({ ...values, [field]: value })[field] } });
  };
  return { ...fields, ...problems, change, base, conflict, busy, save, isOwnFigure: !follows && differs(values, fields.computed) };
}

export type PositionForm = ReturnType<typeof usePositionForm>;
