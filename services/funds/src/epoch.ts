import type { Collection, CollectionDefinition, Stored } from '@tradepost/platform/ports.ts';

/** What funds remembers of itself. The one document is `ledger`. */
export interface Setting extends Stored {
  /** Goes up with each restore from a backup; every entry written after it carries at least this. */
  readonly epoch: number;
}

export const settingsDefinition: CollectionDefinition = { name: 'settings', indexes: [] };
const settingId = 'ledger';

/** The epoch that new entries carry; 0 before the first restore. */
export async function readEpoch(settings: Pick<Collection<Setting>, 'get'>): Promise<number> {
  return (await settings.get(settingId))?.epoch ?? 0;
}

/**
 * Begins a new epoch, which is told to every consumer by the entries: numbers that were given out after the backup are given out once more, and the new ones win.
 * For a restore alone, before the platform runs on the data. Gives the new epoch.
 */
export async function beginNextEpoch(settings: Collection<Setting>): Promise<number> {
  const epoch = (await readEpoch(settings)) + 1;
  if (!(await settings.update(settingId, { set: { epoch } }))) await settings.insert({ _id: settingId, epoch });
  return epoch;
}
