// Mixed calls at a steady rate against processes of their own, each with what became of it.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ownerPassword, registeredPerson, registrationForm, type Visitor } from './platform.ts';
import type { Processes } from './processes.ts';

export const kinds = ['deposit', 'detail', 'list', 'positions', 'site', 'board', 'mode', 'document', 'sign-in'] as const;
export type Kind = (typeof kinds)[number];

/** One call: when it went out, how long it took, and its status; 0 for none. */
export interface Sample {
  readonly kind: Kind;
  readonly atMs: number;
  readonly tookMs: number;
  readonly status: number;
}

interface Client {
  readonly id: string;
  readonly userId: string;
  readonly password: string;
}

interface Deposit {
  readonly account: string;
  readonly key: string;
}

/** Twenty calls, a third of them deposits. */
const mix: readonly Kind[] = [
  ...(['deposit', 'detail', 'board', 'list', 'deposit', 'document', 'detail'] as const),
  ...(['deposit', 'mode', 'board', 'positions', 'deposit', 'sign-in', 'detail'] as const),
  ...(['deposit', 'site', 'board', 'list', 'deposit', 'detail'] as const),
];
const renewAfterMs = 240_000;
const registeredWithinMs = 60_000;

/** The calls of one run. */
export interface Traffic {
  /** Those that were sent since then and have ended. */
  samples(sinceMs: number): Sample[];
  /** Makes one call of a kind, beside those of the mix. */
  once(kind: Kind): Promise<Sample>;
  /** Sends each deposit whose outcome is open again, under its key, until it is certain. Throws when that takes longer than `withinMs`. */
  settle(withinMs: number): Promise<void>;
  /** What each account must hold in rupees: a rupee for each deposit. */
  expected(): ReadonlyMap<string, number>;
  /** What the platform says now that each account holds: its own answer and the list's. */
  told(): Promise<{ account: string; detail: number | null; list: number | undefined }[]>;
  stop(): Promise<void>;
}

/** Registers a client and has the account approved, as often as it takes: what has just begun to listen may not answer in time yet. Throws when that takes longer than a minute. */
export async function newClient(processes: Processes, owner: Visitor): Promise<Client> {
  const deadlineMs = performance.now() + registeredWithinMs;
  for (;;) {
    const person = await registeredPerson();
    const { status, body } = await processes.visitor().post('/api/register', registrationForm(person));
    const approved = status === 201 ? await owner.patch(`/api/users/${body.user._id}/approve`) : undefined;
    if (approved?.status === 200) return { id: body.user._id, userId: body.user.userId, password: person.password };
    if (performance.now() > deadlineMs) throw new Error(`A registration was answered ${status}, its approval ${approved?.status}.`);
    await pause(250);
  }
}

/** How each kind of call is made; gives its status. */
function callsOf(processes: Processes, owner: Visitor, clients: readonly Client[], open: Set<Deposit>) {
  let turn = 0;
  let document = '';
  let renewedMs = performance.now();
  const next = (): Client => {
    turn += 1;
    const client = clients[turn % clients.length];
    if (!client) throw new Error('There is no client.');
    return client;
  };
  const deposits: Deposit[] = [];
  const visitor = processes.visitor();

  async function send(deposit: Deposit): Promise<number> {
    const { status } = await owner.put(`/api/users/${deposit.account}/totalfund`, { amount: 1 }, { 'idempotency-key': deposit.key });
    if (status === 200) open.delete(deposit);
    return status;
  }

  const calls: Readonly<Record<Kind, () => Promise<number>>> = {
    async deposit() {
      const deposit = { account: next().id, key: randomUUID() };
      deposits.push(deposit);
      open.add(deposit);
      return send(deposit);
    },
    async detail() {
      const { status, body } = await owner.get(`/api/user/${next().id}`);
      if (status === 200) document = body.panimg;
      // Without funds the figures are null, which is told and no failure of this call.
      return status;
    },
    list: async () => (await owner.get('/api/users')).status,
    positions: async () => (await owner.get(`/api/positions/${next().id}`)).status,
    site: async () => (await visitor.get('/api/site-content/en')).status,
    board: async () => (await visitor.get('/api/nifty')).status,
    mode: async () => (await visitor.get('/api/mode')).status,
    async document() {
      if (document === '') document = (await owner.get(`/api/user/${next().id}`)).body.panimg;
      return (await visitor.get(document)).status;
    },
    async 'sign-in'() {
      const { userId, password } = next();
      const answer = await processes.visitor().post('/api/login', { userId, password });
      if (answer.status === 200 && performance.now() - renewedMs > renewAfterMs) {
        await owner.signIn('owner', ownerPassword);
        renewedMs = performance.now();
      }
      return answer.status;
    },
  };
  return { calls, send, deposits };
}

/** Begins `perSecond` calls each second on four new accounts, whether the earlier ones were answered or not. */
export async function startTraffic(processes: Processes, perSecond: number): Promise<Traffic> {
  const owner = await processes.owner();
  const clients = [await newClient(processes, owner), await newClient(processes, owner), await newClient(processes, owner), await newClient(processes, owner)];
  const open = new Set<Deposit>();
  const { calls, send, deposits } = callsOf(processes, owner, clients, open);
  const samples: Sample[] = [];
  const underWay = new Set<Promise<unknown>>();

  async function once(kind: Kind): Promise<Sample> {
    const atMs = performance.now();
    const status = await calls[kind]().catch(() => 0);
    const sample = { kind, atMs, tookMs: performance.now() - atMs, status };
    samples.push(sample);
    return sample;
  }

  let sent = 0;
  const beganMs = performance.now();
  const timer = setInterval(() => {
    for (; sent < ((performance.now() - beganMs) / 1000) * perSecond; sent += 1) {
      const call: Promise<unknown> = once(mix[sent % mix.length] ?? 'mode').finally(() => underWay.delete(call));
      underWay.add(call);
    }
  }, 10);

  return {
    samples: (sinceMs) => samples.filter(({ atMs }) => atMs >= sinceMs),
    once,
    async settle(withinMs) {
      const deadlineMs = performance.now() + withinMs;
      for (const deposit of [...open]) {
        while (open.has(deposit)) {
          if (performance.now() > deadlineMs) throw new Error(`The deposit with key ${deposit.key} found no certain answer.`);
          if ((await send(deposit).catch(() => 0)) !== 200) await pause(50);
        }
      }
    },
    expected: () => new Map(clients.map(({ id }) => [id, deposits.filter(({ account }) => account === id).length])),
    async told() {
      const { body: rows } = await owner.get('/api/users');
      const listed = new Map<string, number>(rows.map((row: { _id: string; totalfund: number }) => [row._id, row.totalfund]));
      return Promise.all(clients.map(async ({ id }) => ({ account: id, detail: (await owner.get(`/api/user/${id}`)).body.totalfund, list: listed.get(id) })));
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}
