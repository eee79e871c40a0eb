import { randomUUID } from 'node:crypto';
import { removeTemporaryFolders } from '@tradepost/platform/testing/temporary-folder.ts';
import { eventually } from './support/people.ts';
import { aadhaarNumber, registration } from './support/samples.ts';
import { form, usersWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await usersWorld();
});
afterAll(async () => {
  await world.stop();
  removeTemporaryFolders();
});

const send = (typed: ReturnType<typeof registration>, key?: string) => world.call('POST', '/api/register', { body: form(typed), ...(key ? { key } : {}) });
const usersNow = async () => Number((await world.call('GET', '/api/users?limit=1', { as: world.admin })).headers.get('x-total-count'));

describe('When somebody registers', () => {
  test('then the answer is that of the contract, the role that was sent counts for nothing, and one event tells of it', async () => {
    const typed = registration({ role: '0' });
    const answer = await send(typed);

    expect(answer).toMatchObject({ status: 201, body: { message: 'Registration successful!', user: { name: typed.name, email: typed.email, role: '2', status: false } } });
    expect(answer.body.user.userId).toMatch(/^TP\d{6}$/);
    expect(world.auth.passwords.get(answer.body.user._id)).toBe(typed.password);
    const events = await world.events();
    expect(events.filter(({ message }) => 'account' in message && message.account === answer.body.user._id)).toMatchObject([
      { name: 'UserRegistered', message: { version: 1n, state: 'pending', role: '2', userId: answer.body.user.userId, createdByStaff: false } },
    ]);
    expect(world.objectNames().filter((name) => name.includes(answer.body.user._id))).toHaveLength(3);
  });

  test('then no PAN, Aadhaar, password or file is readable in store, bus, objects or log', async () => {
    const typed = registration({ pancard: 'QWEPR7391K', aadharcard: aadhaarNumber, password: 'canary password 4711' });
    expect((await send(typed)).status).toBe(201);
    await world.events();

    const written = world.allBytes() + world.logText();
    for (const secret of ['QWEPR7391K', aadhaarNumber, 'canary password 4711', '%PDF-1.7']) expect(written).not.toContain(secret);
    const bus = JSON.stringify(await world.events(), (_key, value) => (typeof value === 'bigint' ? String(value) : value));
    expect(bus).not.toContain(typed.email);
    expect(bus).not.toContain(typed.phone);
  });

  test.each([
    ['who is a minor', { dob: '2015-01-01' }, 422, 'dob'],
    ['with a wrong check digit', { aadharcard: '234123412345' }, 422, 'aadharcard'],
    ['with a PAN of a company', { pancard: 'ABCCE1234F' }, 422, 'pancard'],
    ['with a common password', { password: 'password123' }, 422, 'password'],
    ['without a document', { panimg: undefined }, 422, 'panimg'],
    ['with a text as document', { aadharimg: Buffer.from('<script>') }, 415, 'aadharimg'],
    ['with a PDF as picture', { image: Buffer.from('%PDF-1.7\n') }, 415, 'image'],
    ['with a file above 5 MB', { image: Buffer.alloc(5 * 1024 * 1024 + 1) }, 413, 'image'],
    ['with a state', { state: 'active' }, 400, 'state'],
    ['with an id', { _id: 'x' }, 400, '_id'],
  ])('then one %s is refused on the field, and neither a person nor a file is left', async (_who, changes, status, field) => {
    const [people, files] = [await usersNow(), world.objectNames().length];
    const answer = await send(registration(changes));
    expect(answer.status).toBe(status);
    expect(answer.body.errors).toEqual(expect.arrayContaining([expect.objectContaining({ field })]));
    expect([await usersNow(), world.objectNames().length]).toEqual([people, files]);
  });

  test('then what another has is told by field, and no file is left', async () => {
    const first = registration();
    expect((await send(first)).status).toBe(201);
    const files = world.objectNames().length;
    expect((await send(registration({ email: String(first.email).toUpperCase() }))).body).toMatchObject({ status: 409, code: 'email-taken', errors: [{ field: 'email' }] });
    expect((await send(registration({ phone: `+91 ${first.phone}` }))).body).toMatchObject({ status: 409, code: 'phone-taken', errors: [{ field: 'phone' }] });
    expect((await send(registration({ pancard: first.pancard }))).body).toMatchObject({ status: 409, code: 'pan-taken', errors: [{ field: 'pancard' }] });
    expect(world.objectNames()).toHaveLength(files);
  });

  test('then auth away is 503, nothing is kept, and the same key succeeds later', async () => {
    const [typed, key, files] = [registration(), randomUUID(), world.objectNames().length];
    world.auth.away = true;
    const refused = await send(typed, key);
    world.auth.away = false;
    expect(refused).toMatchObject({ status: 503 });
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect(world.objectNames()).toHaveLength(files);
    expect((await send(typed, key)).status).toBe(201);
  });
});

describe('When registrations race', () => {
  test('then of two with one e-mail one succeeds and one is told, and three files are kept', async () => {
    const [first, files] = [registration(), world.objectNames().length];
    const answers = await Promise.all([send(first), send(registration({ email: first.email }))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(world.objectNames()).toHaveLength(files + 3);
    expect(world.auth.asked.filter(({ call }) => call === 'removeCredentials').length).toBeGreaterThan(0);
  });

  test('then five with one key get one answer and make one person, also after a restart; another request is refused', async () => {
    const [typed, key, people] = [registration(), randomUUID(), await usersNow()];
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(typed, key)));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(await usersNow()).toBe(people + 1);

    await world.restart();
    expect((await send(typed, key)).body).toEqual(answers[0]?.body);
    expect((await send({ ...typed, name: 'Somebody Else' }, key)).body).toMatchObject({ status: 422, code: 'key-reused' });
  });

  test('then a refusal is kept with its key', async () => {
    const first = registration();
    await send(first);
    const [again, key] = [registration({ phone: first.phone }), randomUUID()];
    expect((await send(again, key)).status).toBe(409);
    expect((await send(again, key)).body).toMatchObject({ code: 'phone-taken', errors: [{ field: 'phone' }] });
  });
});

describe('When a process dies while somebody registers', () => {
  test('then files older than an hour that nobody names are swept at the next start, and the others stay', async () => {
    const { user } = (await send(registration())).body;
    const named = world.objectNames().length;
    await world.stage(`documents/${user._id}/image-orphan`);
    await world.stage('documents/nobody/panimg-orphan');
    expect(world.objectNames()).toHaveLength(named + 2);

    await world.restart();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(world.objectNames()).toHaveLength(named + 2);
    world.clock.offsetMs += 61 * 60 * 1000;
    await world.restart();
    await eventually(async () => world.objectNames().length === named);
  });
});

describe('When the platform is live', () => {
  test('then the terms must be accepted', async () => {
    const live = await usersWorld({ mode: 'live' });
    const refused = await live.call('POST', '/api/register', { body: form(registration({ acceptTerms: 'false' })) });
    const taken = await live.call('POST', '/api/register', { body: form(registration({ acceptTerms: 'true' })) });
    await live.stop();
    expect(refused.body).toMatchObject({ status: 422, errors: [{ field: 'acceptTerms' }] });
    expect(taken.status).toBe(201);
  });
});
