// Random questions to an account. A step is chosen before it is known what the account has, so it points at things by number.
import fc from 'fast-check';
import type { Asked } from './book.ts';

export interface Step {
  readonly kind: 'deposit' | 'debit' | 'withdraw' | 'approve' | 'reject' | 'cancel' | 'replay' | 'reuse';
  readonly amountPaise: number;
  /** Which withdrawal, or which earlier question, counted round. */
  readonly nth: number;
}

// Small ones meet each other's balances, the largest reach the limit of an account.
const amountPaise = fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 1, max: 50_000 }) }, { weight: 1, arbitrary: fc.constantFrom(1, 100_000_000_000, 99_999_999_999) });
const nth = fc.nat({ max: 99 });
const kinds = ['deposit', 'deposit', 'debit', 'withdraw', 'withdraw', 'approve', 'reject', 'cancel', 'replay', 'reuse'] as const;

export const step: fc.Arbitrary<Step> = fc.record({ kind: fc.constantFrom(...kinds), amountPaise, nth });

const at = <T>(list: readonly T[], position: number): T | undefined => list[position % Math.max(1, list.length)];

/** The question that a step becomes after `earlier` ones; undefined when it points at nothing. */
export function questionOf({ kind, amountPaise: amount, nth: position }: Step, earlier: readonly Asked[]): Asked | undefined {
  const key = `key-${earlier.length}`;
  if (kind === 'deposit' || kind === 'debit' || kind === 'withdraw') return { kind, amountPaise: amount, key };
  const before = at(earlier, position);
  if (kind === 'replay') return before;
  if (kind === 'reuse') return before && { kind: 'deposit', amountPaise: amount, key: before.key };
  return undefined;
}

/** The decision that a step becomes on one of these withdrawals. */
export function decisionOf({ kind, nth: position }: Step, withdrawals: readonly string[], earlier: readonly Asked[]): Asked | undefined {
  if (kind !== 'approve' && kind !== 'reject' && kind !== 'cancel') return undefined;
  const of = at(withdrawals, position);
  return of === undefined ? undefined : { kind, amountPaise: 0, key: `key-${earlier.length}`, of };
}
