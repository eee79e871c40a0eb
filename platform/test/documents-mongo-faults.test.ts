import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withinBudget } from '../src/budget.ts';
import { openMongoDocuments } from '../src/documents/mongo.ts';
import { DuplicateKey, OutcomeUnknown, StartRefused, StoreUnavailable } from '../src/errors.ts';
import type { Collection, CollectionDefinition, DocumentStore } from '../src/ports.ts';
import { engineProgram, type OwnEngine, startOwnEngine, withOwnEngine } from '../src/testing/engines.ts';
import { freePort } from '../src/testing/free-port.ts';
import { removeTemporaryFolders, temporaryFolder } from '../src/testing/temporary-folder.ts';
import { inDatabase, newDatabase } from './support/mongo.ts';

interface Paper {
  readonly _id: string;
  readonly worker: number;
  readonly number: number;
}

const papers: CollectionDefinition = { name: 'papers', indexes: [{ name: 'number', keys: { worker: 1, number: 1 }, unique: true }] };

const open: DocumentStore[] = [];
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});

async function opened(uri: string, database = newDatabase()): Promise<{ store: DocumentStore; collection: Collection<Paper> }> {
  const store = openMongoDocuments({ uri, database });
  const collection = store.collection<Paper>(papers);
  await store.open();
  open.push(store);
  return { store, collection };
}

const refusalOf = (uri: string): Promise<unknown> =>
  opened(uri).then(
    ({ store }) => store.close(),
    (error: unknown) => error,
  );

/** Waits until a document can be read, `withinMs` at most. */
async function appears(collection: Collection<Paper>, id: string, withinMs: number): Promise<boolean> {
  const endMs = Date.now() + withinMs;
  for (;;) {
    if ((await collection.get(id).catch(() => undefined)) !== undefined) return true;
    if (Date.now() > endMs) return false;
    await pause(50);
  }
}

type Outcome = 'answered' | 'unknown' | 'unavailable';

/** What became of each paper that workers insert one behind the other until told to stop. */
function insertUntilStopped(collection: Collection<Paper>, workers: number) {
  const outcomes = new Map<Paper, Outcome>();
  let isStopped = false;
  async function work(worker: number): Promise<void> {
    for (let number = 0; !isStopped; number += 1) {
      const paper = { _id: `w${worker}-${number}`, worker, number };
      try {
        await collection.insert(paper);
        outcomes.set(paper, 'answered');
      } catch (error) {
        if (!(error instanceof OutcomeUnknown) && !(error instanceof StoreUnavailable)) throw error;
        outcomes.set(paper, error instanceof OutcomeUnknown ? 'unknown' : 'unavailable');
        await pause(50);
      }
    }
  }
  const done = Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  const papersOf = (outcome: Outcome): Paper[] => [...outcomes].flatMap(([paper, is]) => (is === outcome ? [paper] : []));
  return {
    papersOf,
    stop: async () => {
      isStopped = true;
      await done;
    },
  };
}

async function missingOf(collection: Collection<Paper>, wanted: readonly Paper[]): Promise<Paper[]> {
  const found = new Set<string>();
  for (let first = 0; first < wanted.length; first += 500) {
    const ids = wanted.slice(first, first + 500).map(({ _id }) => _id);
    for (const { _id } of await collection.find({ filter: { _id: { in: ids } }, limit: 500 })) found.add(_id);
  }
  return wanted.filter(({ _id }) => !found.has(_id));
}

afterAll(removeTemporaryFolders);

withOwnEngine('MongoDB', 'MONGODB_URI', () => {
  describe('when MongoDB is killed or stands still', () => {
    let engine: OwnEngine;
    let uri = '';
    beforeAll(async () => {
      engine = await startOwnEngine('mongo');
      uri = engine.environment.MONGODB_URI ?? '';
    }, 60_000);
    afterAll(() => engine.stop());

    test('killed amid writes, then every answered one is there, none that was refused is, and unknown ones are settled by their id', async () => {
      const { collection } = await opened(uri);
      const work = insertUntilStopped(collection, 8);
      try {
        for (const _time of [1, 2]) {
          await pause(500);
          await engine.act('kill');
          // Long enough that a write which begins now finds no primary.
          await pause(7_000);
          await engine.act('start-one');
        }
        await pause(4_000);
        const before = work.papersOf('answered').length;
        await pause(300);
        expect(work.papersOf('answered').length).toBeGreaterThan(before);
      } finally {
        await work.stop();
      }

      expect(work.papersOf('unknown').length).toBeGreaterThan(0);
      expect(await missingOf(collection, work.papersOf('answered'))).toEqual([]);
      const unavailable = work.papersOf('unavailable');
      expect(unavailable.length).toBeGreaterThan(0);
      expect(await missingOf(collection, unavailable)).toEqual(unavailable);
      const lost = await missingOf(collection, work.papersOf('unknown'));
      for (const paper of work.papersOf('unknown')) {
        const again = await collection.insert(paper).catch((error: unknown) => error);
        if (lost.includes(paper)) expect(again).toBeUndefined();
        else expect(again).toBeInstanceOf(DuplicateKey);
      }
    }, 60_000);

    test('standing still, then a write in hand is of unknown outcome, later ones and reads are refused in time, and all goes on by itself', async () => {
      const { store, collection } = await opened(uri);
      await collection.insert({ _id: 'before', worker: 0, number: 0 });
      const startMs = Date.now();
      await engine.act('freeze');
      const inHand = withinBudget(5_000, () => collection.insert({ _id: 'in hand', worker: 0, number: 1 }));
      await expect(inHand).rejects.toBeInstanceOf(OutcomeUnknown);
      expect(Date.now() - startMs).toBeLessThan(5_000);
      const neededMs = await withinBudget(1_000, async () => {
        const beganMs = Date.now();
        await expect(collection.find({ limit: 1 })).rejects.toBeInstanceOf(StoreUnavailable);
        return Date.now() - beganMs;
      });
      expect(neededMs).toBeLessThan(2_000);
      const laterMs = Date.now();
      await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailable);
      expect(Date.now() - laterMs).toBeLessThan(3_500);
      // Until the driver has given the primary up, a write goes out and stays in doubt.
      await pause(Math.max(0, startMs + 8_000 - Date.now()));
      await expect(collection.insert({ _id: 'later', worker: 0, number: 2 })).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(collection.get('before')).rejects.toBeInstanceOf(StoreUnavailable);
      await engine.act('thaw');
      expect(await appears(collection, 'before', 10_000)).toBe(true);
      await store.ping();
      expect(await collection.get('later')).toBeUndefined();
    }, 60_000);
  });

  describe('when MongoDB is not as it should be', () => {
    const running: ChildProcess[] = [];
    afterEach(async () => {
      for (const child of running.splice(0)) {
        child.kill('SIGKILL');
        await new Promise((resolve) => child.once('close', resolve));
      }
    });

    /** Starts a mongod on a free port and gives its port. */
    async function startMongod(...options: readonly string[]): Promise<number> {
      const port = await freePort();
      const place = ['--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', temporaryFolder(), '--nounixsocket', '--wiredTigerCacheSizeGB', '0.25'];
      running.push(spawn(await engineProgram('mongod'), [...place, ...options], { stdio: 'ignore' }));
      await inDatabase(`mongodb://127.0.0.1:${port}/?directConnection=true`, 'admin', (database) => database.command({ hello: 1 }));
      return port;
    }

    async function startReplicaSet(...options: readonly string[]): Promise<string> {
      const member = `127.0.0.1:${await startMongod('--replSet', 'rs0', ...options)}`;
      await inDatabase(`mongodb://${member}/?directConnection=true`, 'admin', async (admin) => {
        await admin.command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: member }] } });
        while ((await admin.command({ hello: 1 })).isWritablePrimary !== true) await pause(100);
      });
      return member;
    }

    test('an answer that leaves a write in doubt, then its outcome is unknown; one that turns it away, then it is unavailable; a mistake stays a mistake', async () => {
      const uri = `mongodb://${await startReplicaSet('--setParameter', 'enableTestCommands=1')}/?replicaSet=rs0`;
      const { collection } = await opened(uri);
      const failing = (command: string, times: number, how: Record<string, unknown>): Promise<unknown> =>
        inDatabase(uri, 'admin', (admin) => admin.command({ configureFailPoint: 'failCommand', mode: { times }, data: { failCommands: [command], ...how } }));
      const notConfirmed = { writeConcernError: { code: 64, errmsg: 'waiting for replication timed out' } };
      const cases = [
        { times: 1, how: notConfirmed, expected: OutcomeUnknown, isThere: true },
        { times: 2, how: { closeConnection: true }, expected: OutcomeUnknown, isThere: false },
        { times: 2, how: { errorCode: 11_602, errorLabels: ['RetryableWriteError'] }, expected: OutcomeUnknown, isThere: false },
        { times: 1, how: { closeConnection: true }, expected: undefined, isThere: true },
        { times: 1, how: { errorCode: 13 }, expected: StoreUnavailable, isThere: false },
        { times: 1, how: { errorCode: 14_031 }, expected: StoreUnavailable, isThere: false },
        { times: 1, how: { errorCode: 2 }, expected: Error, isThere: false },
      ];
      for (const [number, { times, how, expected, isThere }] of cases.entries()) {
        await failing('insert', times, how);
        const error: unknown = await collection.insert({ _id: `p${number}`, worker: 0, number }).catch((thrown: unknown) => thrown);
        expect({ how, kind: error instanceof Error ? error.constructor.name : undefined }).toEqual({ how, kind: expected === Error ? 'MongoServerError' : expected?.name });
        // What was not confirmed is seen when the majority has it.
        expect({ how, isThere: await appears(collection, `p${number}`, isThere ? 5_000 : 100) }).toEqual({ how, isThere });
      }
      await failing('find', 2, { errorCode: 11_602 });
      await expect(collection.get('p0')).rejects.toBeInstanceOf(StoreUnavailable);
      expect(await collection.get('p0')).toBeDefined();
    }, 30_000);

    test('a single server, then the start is refused with one sentence that says what to do', async () => {
      const port = await startMongod();
      for (const options of ['', '?replicaSet=rs0', '?directConnection=true']) {
        const refusal = await refusalOf(`mongodb://127.0.0.1:${port}/${options}`);
        expect(refusal).toBeInstanceOf(StartRefused);
        expect(String(refusal)).toContain(`MongoDB at 127.0.0.1:${port} is not the replica set that MONGODB_URI asks for, and Tradepost needs one: start mongod with --replSet`);
      }
    }, 30_000);

    test('a user without rights or with a wrong password, then the start is refused with one sentence; the role of the operations page is enough and no more', async () => {
      const keyFile = join(temporaryFolder(), 'key');
      writeFileSync(keyFile, 'a key of members of this test', { mode: 0o600 });
      const member = await startReplicaSet('--keyFile', keyFile);
      const database = newDatabase();
      const actions = ['find', 'insert', 'update', 'createCollection', 'createIndex', 'listIndexes'];
      await inDatabase(`mongodb://${member}/?directConnection=true`, 'admin', (admin) => admin.command({ createUser: 'root', pwd: 'root', roles: ['root'] }));
      await inDatabase(`mongodb://root:root@${member}/?replicaSet=rs0`, 'admin', async (admin) => {
        const privileges = [
          { resource: { db: database, collection: 'papers' }, actions },
          { resource: { db: database, collection: 'guards' }, actions },
        ];
        await admin.command({ createRole: 'ledger', privileges, roles: [] });
        await admin.command({ createUser: 'ledger', pwd: 'pass', roles: ['ledger'] });
        await admin.command({ createUser: 'nobody', pwd: 'pass', roles: [] });
      });
      const uriOf = (name: string, password: string): string => `mongodb://${name}:${password}@${member}/?replicaSet=rs0`;
      expect(String(await refusalOf(uriOf('ledger', 'wrong')))).toBe(`StartRefused: MongoDB at ${member} does not take the user and the password of MONGODB_URI.`);
      expect(String(await refusalOf(uriOf('nobody', 'pass')))).toMatch(/lets this user not do what the database "test_\w+" needs .* give it the role of docs\/operations\.md/);
      const { collection } = await opened(uriOf('ledger', 'pass'), database);
      await collection.insert({ _id: 'p', worker: 0, number: 0 });
      expect(await collection.update('p', { set: { number: 1 } })).toBe(true);
      expect(await collection.count({ limit: 9 })).toBe(1);
      await expect(collection.remove('p')).rejects.toBeInstanceOf(StoreUnavailable);
    }, 30_000);
  });
});
