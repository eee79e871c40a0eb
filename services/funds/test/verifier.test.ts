import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger } from '@tradepost/platform/log.ts';
import { outboxOldestSeconds, verified } from '@tradepost/platform/metrics.ts';
import { systemClock } from '@tradepost/platform/ports.ts';
import { eventually } from '@tradepost/platform/testing/event-bus-place.ts';
import { removeTemporaryFolders } from '@tradepost/platform/testing/temporary-folder.ts';
import type { Entry } from '../src/collections.ts';
import { startVerifier } from '../src/verifier.ts';
import { clientWithFunds, type Platform, startFunds, stopAll } from './support/front-door.ts';

afterEach(stopAll);
afterAll(removeTemporaryFolders);

const gauges = async () => ({ ok: (await verified.ok.get()).values[0]?.value, entries: (await verified.entries.get()).values[0]?.value });

/** One round of the verifier beside a platform whose own begins later. */
async function oneRound(platform: Platform, headsFolder: string): Promise<string> {
  const lines: string[] = [];
  const log = createLogger({ level: 'info', format: 'json', destination: { write: (line: string) => void lines.push(line) } });
  const verifier = startVerifier({ entries: platform.entries, clock: systemClock, log, headsFolder });
  await eventually(() => lines.length > 0);
  await verifier.stop();
  return lines.join('');
}

describe('When the service verifies its ledger by itself', () => {
  test('then the metrics say what it found, a damage is logged with its first entry, and the heads of a damaged ledger are never written down', async () => {
    const platform = await startFunds();
    const { admin, client } = await clientWithFunds(platform, 100);
    for (let count = 0; count < 5; count += 1) await admin.put(`/users/${client.id}/totalfund`, { amount: 1 });
    await platform.events(client.id);
    const headsFolder = join(platform.folder, 'heads');
    mkdirSync(headsFolder, { recursive: true });
    const written = (): string[] => readdirSync(headsFolder).map((name) => readFileSync(join(headsFolder, name), 'utf8'));

    expect(await oneRound(platform, headsFolder)).toContain('heads of the ledger');
    expect(await gauges()).toEqual({ ok: 1, entries: 6 });
    const kept = written();
    expect(kept).toHaveLength(1);

    const third = (await platform.ledger(client.id))[2];
    if (!third) throw new Error('no entry');
    await platform.entries.replace({ ...third, amt: (third.amt + 1) as Entry['amt'] }, {});
    const said = await oneRound(platform, headsFolder);
    expect((await gauges()).ok).toBe(0);
    expect(said).toContain('the ledger is damaged');
    expect(said).toMatch(new RegExp(`"account":"${client.id}","seq":3`));
    expect(written()).toEqual(kept);
  });

  test('then the age of what waits to be told is known, and nothing once it is told', async () => {
    const platform = await startFunds();
    const { client } = await clientWithFunds(platform, 100);
    await platform.events(client.id);
    const ageSeconds = async (): Promise<number | undefined> => (await outboxOldestSeconds.get()).values.find(({ labels }) => labels.service === 'funds')?.value;
    await eventually(async () => (await ageSeconds()) === 0);
    const [entry] = await platform.ledger(client.id);
    if (!entry) throw new Error('no entry');
    const publish = platform.bus.publish.bind(platform.bus);
    let away = true;
    platform.bus.publish = async (topic, events) => {
      if (away) throw new Error('The bus is away.');
      return publish(topic, events);
    };
    await platform.entries.update(entry._id, { set: { pub: 0, at: entry.at - 60_000 } });
    await eventually(async () => ((await ageSeconds()) ?? 0) >= 60);
    away = false;
    await eventually(async () => (await ageSeconds()) === 0);
  });
});
