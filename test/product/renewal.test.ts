import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { askForRenewal, isReachableDemo, untilRenewalMs } from '../../scripts/demo/renewal.ts';
import { testPlatform } from '../support/platform.ts';

describe('When a demonstration can be reached from outside', () => {
  test('then it is made anew at 03:30 in India, and one on this machine alone is not', () => {
    expect(untilRenewalMs(Date.parse('2026-11-21T21:59:00Z'))).toBe(60_000);
    expect(untilRenewalMs(Date.parse('2026-11-21T22:00:00Z'))).toBe(86_400_000);
    const demo = { mode: 'demo', demoData: true, host: '127.0.0.1', publicUrl: undefined } as const;
    expect(isReachableDemo(demo)).toBe(false);
    expect(isReachableDemo({ ...demo, publicUrl: 'http://localhost:8080' })).toBe(false);
    expect(isReachableDemo({ ...demo, host: '0.0.0.0' })).toBe(true);
    expect(isReachableDemo({ ...demo, publicUrl: 'https://trade.example.com' })).toBe(true);
    expect(isReachableDemo({ ...demo, mode: 'live', host: '0.0.0.0' })).toBe(false);
  });

  test('then what visitors did is gone, the story is there again and the owner signs in as before', async () => {
    const first = await testPlatform({ DEMO_DATA: '1' });
    const left = await first.client({ rupees: 10 });
    askForRenewal(first.dataDir, Date.now());
    await first.platform.stop();

    const second = await testPlatform({ DEMO_DATA: '1' }, first.dataDir);
    const owner = await second.owner();
    const names = (await owner.get('/api/users')).body.map(({ name }: { name: string }) => name);
    expect(names).toContain('Asha Verma');
    expect((await owner.get(`/api/user/${left.id}`)).status).toBe(404);
    expect(existsSync(join(first.dataDir, 'renewal.json'))).toBe(false);
    await second.stop();
    await first.stop();
  }, 60_000);

  test('then without the demonstration nothing is ever taken away', async () => {
    const first = await testPlatform();
    const client = await first.client({ rupees: 10 });
    askForRenewal(first.dataDir, Date.now());
    await first.platform.stop();
    const second = await testPlatform({}, first.dataDir);
    expect((await (await second.owner()).get(`/api/user/${client.id}`)).body).toMatchObject({ totalfund: 10 });
    await second.stop();
    await first.stop();
  }, 60_000);
});
