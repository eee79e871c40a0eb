import { StartRefused } from '@tradepost/platform/errors.ts';
import type { Users } from '../users.ts';

/** Throws StartRefused when live mode finds accounts of the demonstration in its data: their documents and passwords are nobody's. */
export async function refuseSamplesInLiveMode({ users, mode }: Pick<Users, 'users' | 'mode'>): Promise<void> {
  if (mode !== 'live' || (await users.count({ filter: { sample: true }, limit: 1 })) === 0) return;
  throw new StartRefused('The data hold accounts of the demonstration; live mode needs a DATA_DIR of its own.');
}
