import { withOwnEngine } from '@tradepost/platform/testing/engines.ts';
import { runRigApart } from '../rig/apart.ts';
import { areThere } from '../support/processes.ts';

// Another seed each day; the name of a failed test says which. `npm run rig -- --apart --seed N` runs it at length.
const seedOfTheDay = Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''));
const declare = areThere() ? withOwnEngine : (_engine: string) => test.skip('the rig with services apart needs every engine', () => undefined);

declare('every engine', 'MONGODB_URI', () => {
  describe('When three of funds, users and the gateway are killed and frozen under mixed bookings on MongoDB and Kafka', () => {
    test(`then the books, the events, the projections and the answers agree (seed ${seedOfTheDay})`, async () => {
      const result = await runRigApart({ seed: seedOfTheDay, operations: 300, kills: 6, freezes: 2, longestFreezeMs: 7_000, accounts: 6, clients: 12 });
      expect(result.faults).toEqual([]);
      expect([result.kills, result.freezes, Object.keys(result.strikes).toSorted()]).toEqual([6, 2, ['funds-1', 'funds-2', 'funds-3', 'gateway', 'users']]);
      expect(result.acknowledged).toBeGreaterThan(150);
      expect(result.entries).toBeGreaterThan(result.acknowledged / 2);
    }, 600_000);
  });
});
