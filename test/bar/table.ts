import { backup } from './backup-check.ts';
import { busAway } from './bus-check.ts';
import type { Check } from './check.ts';
import { dependencies } from './dependency-check.ts';
import { failover } from './failover-check.ts';
import { fsyncs } from './fsync-check.ts';
import { history } from './history-check.ts';
import { idempotency } from './idempotency-check.ts';
import { missingIndex } from './index-check.ts';
import { producerHonesty, rebalance } from './kafka-checks.ts';
import { amounts, invariants, modelBased } from './model-checks.ts';
import { poison } from './poison-check.ts';
import { closeWhileDepositing, decisions, doubleSpend } from './race-checks.ts';
import { rebuild } from './rebuild-check.ts';
import { effects, mutants, order, underKill, underKillApart } from './rig-checks.ts';
import { portSuites } from './suite-check.ts';
import { tamper } from './tamper-check.ts';

/** All ids that can be run. */
export const checks: readonly Check[] = [
  underKill,
  underKillApart,
  doubleSpend,
  decisions,
  idempotency,
  modelBased,
  invariants,
  amounts,
  mutants,
  tamper,
  missingIndex,
  closeWhileDepositing,
  history,
  fsyncs,
  backup,
  effects,
  busAway,
  order,
  poison,
  rebuild,
  portSuites,
  failover,
  producerHonesty,
  rebalance,
  dependencies,
];

/** Ids that this command does not run, and why. They are named, never passed. */
export const absent: Readonly<Record<string, string>> = {
  D2: 'needs FUSE and LazyFS',
  'S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11 S12 S13 S14': 'security has no full-size runs here yet',
  'R2 R3 R4 R5 R6 P1 P2': 'resilience and soak have no runs here yet',
};
