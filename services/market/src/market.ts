import type { Clock } from '@tradepost/platform/ports.ts';
import type { Board } from './board.ts';
import type { Source } from './quote.ts';
import type { Rounds } from './rounds.ts';

/** What the use cases of market work with. */
export interface Market {
  readonly board: Board;
  readonly rounds: Rounds;
  readonly clock: Clock;
  readonly refreshSeconds: number;
  /** As it was set. */
  readonly configured: string;
  /** Whose prices are shown now. */
  feedInUse(): Source;
}
