import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { openMongoDocuments } from '../src/documents/mongo.ts';
import { prepareMongo } from '../src/documents/mongo-users.ts';
import { StartRefused } from '../src/errors.ts';
import { engineProgram, withOwnEngine } from '../src/testing/engines.ts';
import { freePort } from '../src/testing/free-port.ts';

withOwnEngine('MongoDB', 'MONGODB_URI', () => {
  describe('When a new MongoDB with users is prepared', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tradepost-mongo-users-'));
    const users = [
      { name: 'tradepost-funds', password: 'of funds', databases: ['tradepost_funds'] },
      { name: 'tradepost-prepare', password: 'of prepare', databases: ['tradepost_funds', 'tradepost_users'] },
    ];
    let server: ChildProcess;
    let place = '';

    async function start(...options: string[]): Promise<void> {
      const [, port = ''] = place.split(':');
      const fixed = ['--dbpath', join(folder, 'db'), '--port', port, '--bind_ip', '127.0.0.1', '--wiredTigerCacheSizeGB', '0.25', '--logpath', join(folder, 'log'), '--logappend'];
      server = spawn(await engineProgram('mongod'), [...fixed, ...options], { stdio: 'ignore' });
    }
    async function stop(): Promise<void> {
      if (server.exitCode !== null) return;
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    async function asUser<T>(user: string, work: (client: mongoose.mongo.MongoClient) => Promise<T>): Promise<T> {
      const client = new mongoose.mongo.MongoClient(`mongodb://${user}${user === '' ? '' : '@'}${place}/?directConnection=true`, { serverSelectionTimeoutMS: 20_000 });
      try {
        return await work(client);
      } finally {
        await client.close();
      }
    }
    const prepare = (password = 'of-root') => prepareMongo({ rootUri: `mongodb://root:${password}@${place}/?authSource=admin`, member: place, users, waitMs: 60_000 });

    // As the image of MongoDB does it: root is made on a first server without users, then the real one starts.
    beforeAll(async () => {
      place = `127.0.0.1:${await freePort()}`;
      mkdirSync(join(folder, 'db'));
      writeFileSync(join(folder, 'key'), randomBytes(48).toString('base64'), { mode: 0o600 });
      await start();
      await asUser('', (client) => client.db('admin').command({ createUser: 'root', pwd: 'of-root', roles: ['root'] }));
      await stop();
      await start('--replSet', 'rs0', '--keyFile', join(folder, 'key'));
    }, 60_000);
    afterAll(async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    });

    test('then it takes writes, also when it is prepared twice, and a wrong password of root is a sentence', async () => {
      await prepare();
      await prepare();
      await expect(prepare('wrong')).rejects.toThrow(StartRefused);
    }, 60_000);

    test('then a service keeps documents in its own database', async () => {
      const store = openMongoDocuments({ uri: `mongodb://tradepost-funds:of%20funds@${place}/?replicaSet=rs0&authSource=admin`, database: 'tradepost_funds' });
      const entries = store.collection<{ _id: string; account: string; seq: number }>({
        name: 'entries',
        indexes: [{ name: 'by_account', keys: { account: 1, seq: 1 }, unique: true }],
      });
      await store.open();
      await entries.insert({ _id: 'one', account: 'a', seq: 1 });
      await expect(entries.insert({ _id: 'two', account: 'a', seq: 1 })).rejects.toThrow('unique');
      await store.close();
      // A second start compares what the first one built.
      const again = openMongoDocuments({ uri: `mongodb://tradepost-prepare:of%20prepare@${place}/?replicaSet=rs0&authSource=admin`, database: 'tradepost_funds' });
      const same = again.collection<{ _id: string; account: string; seq: number }>({
        name: 'entries',
        indexes: [{ name: 'by_account', keys: { account: 1, seq: 1 }, unique: true }],
      });
      await again.open();
      expect(await same.get('one')).toEqual({ _id: 'one', account: 'a', seq: 1 });
      await again.close();
    }, 30_000);

    test('then a service reaches nothing else, and drops nothing', async () => {
      await asUser('tradepost-funds:of%20funds', async (client) => {
        const own = client.db('tradepost_funds');
        const forbidden = [
          own.collection('entries').drop(),
          own.collection('entries').dropIndex('by_account'),
          own.dropDatabase(),
          own.collection('entries').rename('others'),
          client.db('tradepost_users').collection('users').findOne(),
          client.db('admin').command({ createUser: 'another', pwd: 'one', roles: [] }),
        ];
        expect((await Promise.allSettled(forbidden)).map((outcome) => (outcome.status === 'rejected' ? outcome.reason.codeName : 'allowed'))).toEqual(
          forbidden.map(() => 'Unauthorized'),
        );
        expect(await own.collection('entries').countDocuments()).toBe(1);
      });
    });
  });
});
