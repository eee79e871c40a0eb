import { withOwnEngine } from '@tradepost/platform/testing/engines.ts';
import { type BrokenEngines, startBrokenEngines } from '../support/broken-engines.ts';
import { allFaults, lookAtFault, lookAtMoney, untilBack, untilSteady } from '../support/faults.ts';
import { areThere, type Processes, startProcesses } from '../support/processes.ts';
import { startTraffic, type Traffic } from '../support/traffic.ts';

const declare = areThere() ? withOwnEngine : (_engine: string) => test.skip('SKIPPED: processes beside broken engines need every engine', () => undefined);
/** A frozen MongoDB is given up by its driver after six seconds. */
const lastsMs = { stopped: 4_000, frozen: 8_000, slow: 4_000 } as const;
/** With room for a busy machine; `npm run bar -- R1` asks for 300 ms of 99 in 100 and for one failure in 1,000. */
const unaffected = { fastMs: 1_000, fastShare: 0.5, failedShare: 0.1 };

declare('Kafka, Redis, MinIO and MongoDB', 'KAFKA_BROKERS', () => {
  describe('When an engine fails under twenty calls a second', () => {
    let engines: BrokenEngines | undefined;
    let processes: Processes;
    let traffic: Traffic;
    beforeAll(async () => {
      engines = await startBrokenEngines({ slowMs: 2_000 });
      processes = await startProcesses({ ...engines.environment, DEMO_DATA: '0', LOG_LEVEL: 'warn' });
      traffic = await startTraffic(processes, 20);
      await untilSteady(traffic, unaffected.fastMs);
    }, 240_000);
    afterAll(async () => {
      await traffic?.stop();
      await processes?.stop();
      await engines?.stop();
    }, 60_000);

    test.each(allFaults)(
      'and %s is %s, then only what needs it is refused, and all is back without help',
      async (engine, fault) => {
        if (!engines) throw new Error('There are no engines.');
        const { faults } = await lookAtFault(engine, fault, { engines, processes, traffic, lastsMs: lastsMs[fault], unaffected });
        expect(faults).toEqual([]);
      },
      90_000,
    );

    test('and auth stands still, then sign-in and money are refused within about a second, reads go on, and all is back', async () => {
      const frozen = processes.freeze('auth', 5_000);
      const [signIn, deposit] = await Promise.all([traffic.once('sign-in'), traffic.once('deposit')]);
      const reads = await Promise.all([traffic.once('board'), traffic.once('detail'), traffic.once('list')]);
      expect([signIn.status, deposit.status, ...reads.map(({ status }) => status)]).toEqual([503, 503, 200, 200, 200]);
      expect(Math.max(signIn.tookMs, deposit.tookMs)).toBeLessThan(2_000);
      const later = await traffic.once('sign-in');
      expect([later.status, later.tookMs < 500]).toEqual([503, true]);
      await frozen;
      expect(await untilBack(processes, traffic)).toEqual([]);
    }, 60_000);

    test('then each account holds a rupee for each of its deposits and nothing else', async () => {
      await traffic.stop();
      expect(await lookAtMoney(traffic)).toEqual([]);
      expect(await processes.ops('ledger', 'verify', '--json')).toMatchObject({ code: 0 });
    }, 90_000);
  });
});
