import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { seeded } from '../rig/random.ts';
import { ownerPassword, registeredPerson, registrationForm, type TestPlatform, testPlatform, type Visitor } from '../support/platform.ts';
import { type Check, part, statusesOf } from './check.ts';

async function onPlatform<Result>(work: (platform: TestPlatform) => Promise<Result>): Promise<Result> {
  const platform = await testPlatform({ RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'error' });
  try {
    return await work(platform);
  } finally {
    await platform.stop();
  }
}

/** A second administrator, who has chosen a password of his own. */
async function secondAdministrator(platform: TestPlatform): Promise<Visitor> {
  const { name, email, phone, dob, gender } = await registeredPerson();
  const { user, temporaryPassword } = (await (await platform.owner()).post('/api/users', { name, email, phone, dob, gender, role: '1' })).body;
  const administrator = platform.visitor();
  await administrator.signIn(user.userId, temporaryPassword);
  await administrator.post('/api/password/change', { current: temporaryPassword, next: ownerPassword });
  await administrator.signIn(user.userId, ownerPassword);
  return administrator;
}

export const doubleSpend: Check = {
  id: 'M2',
  what: '500 withdrawals of 60.00 at once on 100.00, 200 rounds: exactly one is held each time',
  run: (asked) =>
    onPlatform(async (platform) => {
      const rounds = part(200, asked);
      let wrong = 0;
      for (let round = 1; round <= rounds; round += 1) {
        const client = await platform.client({ rupees: 100 });
        const counts = statusesOf(await Promise.all(Array.from({ length: 500 }, () => client.post(`/api/${client.id}/withdrawals`, { amount: 60 }))));
        const { body } = await client.get(`/api/user/${client.id}`);
        if (counts[201] !== 1 || counts[409] !== 499 || body.totalfund !== 100 || body.heldFund !== 60) {
          wrong += 1;
          asked.say(`round ${round}: ${JSON.stringify(counts)}, ${body.totalfund} with ${body.heldFund} held`);
        }
      }
      return { passed: wrong === 0, figure: `${wrong} of ${rounds} rounds wrong` };
    }),
};

/** So that what is refused on one account stays below the limit of a minute. */
const roundsOfOneClient = 8;

export const decisions: Check = {
  id: 'M3',
  what: 'two administrators, 100 approvals and rejections at once on one withdrawal, 200 rounds: one settles it, others hear the same or 409',
  run: (asked) =>
    onPlatform(async (platform) => {
      const rounds = part(200, asked);
      const administrators = [await platform.owner(), await secondAdministrator(platform)];
      let [wrong, client] = [0, await platform.client({ rupees: 1_000 })];
      for (let round = 0; round < rounds; round += 1) {
        if (round % roundsOfOneClient === roundsOfOneClient - 1) client = await platform.client({ rupees: 1_000 });
        const { withdrawal } = (await client.post(`/api/${client.id}/withdrawals`, { amount: 10 })).body;
        const path = `/api/${client.id}/withdrawals/${withdrawal._id}`;
        const answers = await Promise.all(
          Array.from(
            { length: 100 },
            (_, number) => administrators[number % 2]?.patch(path, { action: number % 4 < 2 ? 'approve' : 'reject' }) ?? Promise.reject(new Error('Nobody asks.')),
          ),
        );
        const states = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.withdrawal.status));
        const counts = statusesOf(answers);
        const rows: { kind: string; _id: string }[] = (await administrators[0]?.get(`/api/${client.id}/ledger?limit=200`))?.body ?? [];
        const settled = rows
          .slice(
            0,
            rows.findIndex(({ _id }) => _id === withdrawal._id),
          )
          .filter(({ kind }) => kind === 'post' || kind === 'void').length;
        if (settled !== 1 || states.size !== 1 || (counts[200] ?? 0) + (counts[409] ?? 0) !== 100) {
          wrong += 1;
          asked.say(`round ${round + 1}: ${JSON.stringify(counts)}, ${settled} settlements`);
        }
      }
      return { passed: wrong === 0, figure: `${wrong} of ${rounds} rounds wrong` };
    }),
};

/** Accounts that were closed and hold money or were booked on afterwards. */
function closedWithMoney(dataDir: string): number {
  const database = new DatabaseSync(join(dataDir, 'funds.db'), { readOnly: true });
  const found = database.prepare(`SELECT count(*) AS found FROM c_entries AS closing JOIN c_entries AS later ON later.body ->> '$.a' = closing.body ->> '$.a'
    WHERE closing.body ->> '$.t' = 'close' AND later.body ->> '$.s' >= closing.body ->> '$.s' AND (later.body ->> '$.after.posted' <> 0 OR later.body ->> '$.after.held' <> 0)`);
  const count = Number(found.get()?.found ?? 0);
  database.close();
  return count;
}

const longestDelayMs = 120;

export const closeWhileDepositing: Check = {
  id: 'M11',
  what: 'an account is deleted while two deposits come in, 200 races: never a closed account with money, and a refusal says "Failed to delete user"',
  run: (asked) =>
    onPlatform(async (platform) => {
      const owner = await platform.owner();
      const random = seeded(asked.seed);
      const rounds = part(200, asked);
      let [wrong, deleted] = [0, 0];
      for (let round = 0; round < rounds; round += 1) {
        const id: string = (await owner.post('/api/register', registrationForm(await registeredPerson()))).body.user._id;
        const later = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs));
        // A deletion takes its time: the deposits come before, into and behind it.
        const deposits = Array.from({ length: 2 }, async () => {
          await later(random.whole(0, longestDelayMs));
          return owner.put(`/api/users/${id}/totalfund`, { amount: 10 });
        });
        const [removal, ...answers] = await Promise.all([owner.delete(`/api/users/${id}`), ...deposits]);
        const booked = statusesOf(answers)[200] ?? 0;
        if (removal.status === 200) deleted += 1;
        const refusedWell = removal.status === 409 && removal.body.message === 'Failed to delete user' && booked > 0;
        if (!(removal.status === 200 && booked === 0) && !refusedWell) {
          wrong += 1;
          asked.say(`round ${round + 1}: the deletion was answered ${removal.status}, ${booked} deposits were booked`);
        }
      }
      const closed = closedWithMoney(platform.dataDir);
      return {
        passed: wrong === 0 && closed === 0,
        figure: `${closed} closed accounts with money, ${wrong} of ${rounds} races wrong; ${deleted} deleted, ${rounds - deleted} refused`,
      };
    }),
};
