import { busAway } from './bus-check.ts';
import type { Check } from './check.ts';
import { fsyncs } from './fsync-check.ts';
import { history } from './history-check.ts';
import { idempotency } from './idempotency-check.ts';
import { missingIndex } from './index-check.ts';
import { amounts, invariants, modelBased } from './model-checks.ts';
import { closeWhileDepositing, decisions, doubleSpend } from './race-checks.ts';
import { effects, mutants, order, underKill } from './rig-checks.ts';

/** All ids that can be run. */
export const checks: readonly Check[] = [
  underKill,
  doubleSpend,
  decisions,
  idempotency,
  modelBased,
  invariants,
  amounts,
  mutants,
  missingIndex,
  closeWhileDepositing,
  history,
  fsyncs,
  effects,
  busAway,
  order,
];

/** Ids that cannot be run here, and why. They are named, never passed. */
export const absent: Readonly<Record<string, string>> = {};
