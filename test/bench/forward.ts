// F2 and F3: what it costs to hand a signed-in read on to a service in another process.
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownerPassword, registeredPerson, registrationForm, Visitor } from '../support/platform.ts';
import { startProcess } from '../support/process.ts';
import { areThere, startProcesses } from '../support/processes.ts';
import type { Heard, Told } from './forward-server.ts';
import { callsPerSecond, missingTools, startNginx } from './nginx.ts';
import { type Latencies, openLoop } from './open-loop.ts';

/** How figures are put together and judged. */
export interface Show {
  readonly median: (values: readonly number[]) => number;
  readonly spread: (values: readonly number[]) => string;
  readonly judged: (good: boolean) => string;
}

const pathOf = (account: string): string => `/api/userActivenetPosition/${account}`;
const bearer = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });

/** A client with three active positions, about 1 KB of answer. */
async function holder(url: string): Promise<Visitor> {
  const owner = new Visitor(url);
  await owner.signIn('owner', ownerPassword);
  const person = await registeredPerson();
  const { user } = (await owner.post('/api/register', registrationForm(person))).body;
  await owner.patch(`/api/users/${user._id}/approve`, { status: true });
  for (const symbol of ['RELIANCE', 'INFY', 'TCS']) {
    const position = { symbol, stockQuantity: 10, openPrice: 1_500, type: 'BUY', profit: 120, profitColor: 'green', status: true };
    const { status } = await owner.post(`/api/addnetPosition/${user._id}`, position);
    if (status !== 201) throw new Error(`A position was answered ${status}.`);
  }
  const client = new Visitor(url);
  await client.signIn(user.userId, person.password);
  return client;
}

/** The answer of the real positions service, with the headers that it sets. */
async function recorded(): Promise<{ headers: Record<string, string>; body: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-forward-'));
  const platform = await startProcess({ DATA_DIR: dataDir, DEMO_DATA: '0', OWNER_PASSWORD: ownerPassword });
  try {
    const client = await holder(platform.url);
    const answer = await fetch(platform.url + pathOf(client.id), { headers: bearer(client.token) });
    if (answer.status !== 200) throw new Error(`The positions were answered ${answer.status}.`);
    return { headers: { 'Content-Type': answer.headers.get('content-type') ?? '', 'Cache-Control': answer.headers.get('cache-control') ?? '' }, body: await answer.text() };
  } finally {
    await platform.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A service with the bytes of positions, and before it the gateway, nginx and the obvious build, each a process of its own. Throws when they do not answer alike. */
async function openSides() {
  const children: ChildProcess[] = [];
  async function start(told: Told): Promise<Heard> {
    const child = fork(join(import.meta.dirname, 'forward-server.ts'), { execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4'] });
    children.push(child);
    child.send(told);
    const [heard] = await once(child, 'message');
    return heard;
  }
  const answer = await recorded();
  const account = 'the-holder';
  const path = pathOf(account);
  const service = await start({ kind: 'service', ...answer });
  const [gateway, obvious] = [await start({ kind: 'gateway', url: service.url, account }), await start({ kind: 'obvious', url: service.url, account })];
  const nginx = await startNginx(Number(new URL(service.url).port), path);
  const close = async (): Promise<void> => {
    await nginx.stop();
    for (const child of children) child.kill();
  };
  for (const { url, token } of [gateway, obvious, { url: nginx.url, token: '' }])
    if ((await (await fetch(url + path, { headers: bearer(token) })).text()) !== answer.body) {
      await close();
      throw new Error(`${url} answers ${path} otherwise.`);
    }
  const side = ({ url, token }: Heard) => ({ url: url + path, headers: bearer(token) });
  return { service: side(service), gateway: side(gateway), obvious: side(obvious), nginx: side({ url: nginx.url, token: gateway.token }), close };
}

/** F2: gives the row of the table, or one that names what is missing. */
export async function forwardRow(rounds: number, { median, spread, judged }: Show): Promise<string> {
  const missing = missingTools();
  if (missing.length > 0) return `| F2 | signed-in read through the gateway to another process | skipped: ${missing.join(' and ')} not found | | | | |`;
  const sides = await openSides();
  const measured: Record<'gateway' | 'nginx' | 'obvious', number[]> = { gateway: [], nginx: [], obvious: [] };
  try {
    // The first round warms all sides up.
    for (let round = 0; round <= rounds; round += 1) {
      for (const name of ['gateway', 'nginx', 'obvious'] as const) {
        const perSecond = await callsPerSecond(sides[name].url, sides[name].headers);
        if (round > 0) measured[name].push(perSecond);
      }
      const [ours, nginx, obvious] = [measured.gateway, measured.nginx, measured.obvious].map((values) => (values.at(-1) ?? 0).toFixed(0));
      if (round > 0) console.log(`F2 round ${round}: ${ours} a second; nginx ${nginx}; the obvious build ${obvious}`);
    }
  } finally {
    await sides.close();
  }
  const { gateway, nginx, obvious } = measured;
  const [ratio, better] = [median(gateway) / median(nginx), median(gateway) / median(obvious)];
  const peers = `nginx proxying the same call without a token check: ${median(nginx).toFixed(0)} a second (${spread(nginx)}) · Express, http-proxy-middleware and jsonwebtoken on each call: ${median(obvious).toFixed(0)} (${spread(obvious)})`;
  return `| F2 | signed-in read through the gateway to another process that answers at once | ${median(gateway).toFixed(0)} a second (${spread(gateway)}) | ${peers} | ${ratio.toFixed(2)} × nginx · ${better.toFixed(1)} × the obvious build | ≥ 0.5 × · ≥ 5 × | ${judged(ratio >= 0.5 && better >= 5)} |`;
}

/** F2 with positions itself behind the gateway, on the engines that the environment names: there the service sets the pace. */
export async function realForwardRow(rounds: number, { median, spread }: Show): Promise<string> {
  const work = 'the same to positions as a process on real engines';
  const missing = [...missingTools(), ...(areThere() ? [] : ['engines in the environment'])];
  if (missing.length > 0) return `| F2 | ${work} | skipped: ${missing.join(' and ')} not found | | | | |`;
  const internalKey = randomBytes(32).toString('hex');
  const processes = await startProcesses({ INTERNAL_KEY: internalKey, RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'warn', DEMO_DATA: '0' });
  let nginx: Awaited<ReturnType<typeof startNginx>> | undefined;
  const [ours, peer]: [number[], number[]] = [[], []];
  try {
    const client = await holder(processes.url);
    const path = pathOf(client.id);
    nginx = await startNginx(Number(new URL(processes.urlOf('positions')).port), path, { 'X-Internal-Key': internalKey });
    for (let round = 0; round <= rounds; round += 1) {
      const [a, b] = [await callsPerSecond(processes.url + path, bearer(client.token)), await callsPerSecond(nginx.url + path, bearer(client.token))];
      if (round === 0) continue;
      ours.push(a);
      peer.push(b);
      console.log(`F2 with positions, round ${round}: ${a.toFixed(0)} a second; nginx ${b.toFixed(0)}`);
    }
  } finally {
    await nginx?.stop();
    await processes.stop();
  }
  return `| F2 | ${work} | ${median(ours).toFixed(0)} a second (${spread(ours)}) | nginx before the same process: ${median(peer).toFixed(0)} a second (${spread(peer)}) | ${(median(ours) / median(peer)).toFixed(2)} × | | |`;
}

const at = (latencies: Latencies, share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0;
const range = (values: readonly number[]): string => `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`;

/** F3: gives the row of the table. */
export async function addedRow(rounds: number, { median, judged }: Show): Promise<string> {
  const sides = await openSides();
  const [p50, p99, direct50, direct99]: [number[], number[], number[], number[]] = [[], [], [], []];
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const options = { perSecond: 1_000, seconds: round === 0 ? 1 : 4 };
      const direct = await openLoop(sides.service.url, { ...options, headers: sides.service.headers });
      const through = await openLoop(sides.gateway.url, { ...options, headers: sides.gateway.headers });
      if (round === 0) continue;
      p50.push(at(through, 0.5) - at(direct, 0.5));
      p99.push(at(through, 0.99) - at(direct, 0.99));
      direct50.push(at(direct, 0.5));
      direct99.push(at(direct, 0.99));
      console.log(
        `F3 round ${round}: adds ${p50.at(-1)?.toFixed(2)} ms at the median, ${p99.at(-1)?.toFixed(2)} ms at p99; direct ${at(direct, 0.5).toFixed(2)} and ${at(direct, 0.99).toFixed(2)}`,
      );
    }
  } finally {
    await sides.close();
  }
  const added = `${median(p50).toFixed(2)} ms at the median (${range(p50)}) · ${median(p99).toFixed(2)} ms at p99 (${range(p99)})`;
  return `| F3 | what the gateway adds to a call at 1,000 a second, open loop | ${added} | the service called directly: ${median(direct50).toFixed(2)} ms (${range(direct50)}) · p99 ${median(direct99).toFixed(2)} ms (${range(direct99)}) | | median ≤ 0.3 ms, p99 ≤ 2 ms | ${judged(median(p50) <= 0.3 && median(p99) <= 2)} |`;
}
