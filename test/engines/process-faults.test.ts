import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type OwnEngine, startOwnEngine, withOwnEngine } from '@tradepost/platform/testing/engines.ts';
import { registeredPerson, registrationForm, type Visitor } from '../support/platform.ts';
import { areThere, type Processes, startProcesses } from '../support/processes.ts';

/** Sends a body in two halves with `between` in the middle; gives the status. */
async function inTwoHalves(url: string, form: FormData, between: () => void): Promise<number> {
  const whole = new Response(form);
  const type = whole.headers.get('content-type') ?? '';
  const body = Buffer.from(await whole.arrayBuffer());
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', headers: { 'content-type': type, 'content-length': body.length } }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    });
    outgoing.once('error', reject);
    outgoing.write(body.subarray(0, body.length / 2));
    setTimeout(() => {
      between();
      // Into the time after the last call was taken.
      setTimeout(() => outgoing.end(body.subarray(body.length / 2)), 2_000);
    }, 300);
  });
}

const declare = areThere() ? withOwnEngine : (engine: string) => test.skip(`SKIPPED: processes beside a broken ${engine} need every engine`, () => undefined);

declare('Kafka', 'KAFKA_BROKERS', () => {
  describe('When Kafka is away from processes of their own', () => {
    let kafka: OwnEngine | undefined;
    let processes: Processes;
    let owner: Visitor;
    beforeAll(async () => {
      kafka = await startOwnEngine('kafka');
      processes = await startProcesses({ KAFKA_BROKERS: kafka.environment.KAFKA_BROKERS ?? '', DEMO_DATA: '0' });
      owner = await processes.owner();
    }, 180_000);
    afterAll(async () => {
      await processes?.stop();
      await kafka?.stop();
    }, 60_000);

    test('then money is booked, a process stops cleanly and starts again, and the list follows once Kafka is back', async () => {
      const person = await registeredPerson();
      const registered = await processes.visitor().post('/api/register', registrationForm(person));
      const { _id: id, userId } = registered.body.user;
      expect(await owner.patch(`/api/users/${id}/approve`)).toMatchObject({ status: 200 });
      await kafka?.act('kill');

      expect(await owner.put(`/api/users/${id}/totalfund`, { amount: 40 })).toMatchObject({ status: 200, body: { totalfund: 40 } });
      expect(await processes.stopOne('funds')).toBe(0);
      await processes.start('funds');
      const state = await fetch(`${processes.urlOf('funds')}/readyz`);
      expect([state.status, await state.json()]).toEqual([200, { ready: true, degraded: ['bus'] }]);
      let booked = await owner.put(`/api/users/${id}/totalfund`, { amount: 2 });
      for (let again = 0; again < 50 && booked.status === 503; again += 1) booked = await pause(100).then(() => owner.put(`/api/users/${id}/totalfund`, { amount: 2 }));
      expect(booked).toMatchObject({ status: 200, body: { totalfund: 42 } });

      await kafka?.act('start-one');
      const deadlineMs = Date.now() + 60_000;
      let shown: number | undefined;
      while (shown !== 42 && Date.now() < deadlineMs) {
        shown = (await owner.get(`/api/users?q=${userId}`)).body.find((one: { _id: string }) => one._id === id)?.totalfund;
        await pause(250);
      }
      expect(shown).toBe(42);
    }, 150_000);

    test('then a registration whose body is half sent is finished by a service and a gateway that were told to stop', async () => {
      const stopped: Promise<number | null>[] = [];
      const status = await inTwoHalves(`${processes.url}/api/register`, registrationForm(await registeredPerson()), () => {
        stopped.push(processes.stopOne('users'), processes.stopOne('gateway'));
      });
      expect(status).toBe(201);
      expect(await Promise.all(stopped)).toEqual([0, 0]);
    }, 60_000);
  });
});
