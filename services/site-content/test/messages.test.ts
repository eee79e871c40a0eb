import { removeTemporaryFolders } from '@tradepost/platform/testing/temporary-folder.ts';
import { siteWorld, until, type World } from './support/world.ts';

const letter = { name: 'Ravi Kumar', email: 'Ravi@Example.in', phone: '9811112222', subject: 'Sales', message: 'How much is the API bridge?\nSecond line.' };

let world: World;
beforeEach(async () => {
  world = await siteWorld({ operatorEmail: 'operator@example.in' });
});
afterEach(() => world.stop());
afterAll(() => removeTemporaryFolders());

const inbox = async (query = '') => (await world.admin('GET', `/contact-messages${query}`)).body;

describe('When a visitor leaves a message', () => {
  test('then it is stored for the administrators, and the event and the log name nobody', async () => {
    const answer = await world.visitor('POST', '/contact', { body: letter });
    expect([answer.status, answer.body]).toEqual([202, { message: 'Thank you for your message. We will answer by e-mail.' }]);
    const [stored, ...others] = await inbox();
    expect(others).toEqual([]);
    expect(stored).toMatchObject({ ...letter, email: 'ravi@example.in', status: 'new', answeredAt: null });
    const [event] = await world.events();
    expect(event).toMatchObject({ name: 'ContactMessageReceived', subject: stored._id, message: { messageId: stored._id, subject: 'Sales' } });
    const personal = /ravi|9811112222|bridge/i;
    expect(event?.text).not.toMatch(personal);
    expect(world.logText()).not.toMatch(personal);
    expect(JSON.stringify(await world.deeds())).not.toMatch(personal);
  });

  test('then the operator gets it by mail, once, even when the mail server was away', async () => {
    world.state.mailAway = true;
    await world.visitor('POST', '/contact', { body: letter });
    await until(() => world.logText().includes('event not handled'));
    world.state.mailAway = false;
    await until(() => world.state.mails.length > 0);
    expect(world.state.mails[0]).toMatchObject({ to: 'operator@example.in', subject: 'Contact: Sales' });
    expect(world.state.mails[0]?.text).toContain('Ravi Kumar\nravi@example.in\n9811112222\n\nHow much is the API bridge?\nSecond line.');
    await world.restart();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(world.state.mails).toHaveLength(1);
  });

  test('then a retry with its key stores it once, also at the same moment, and the key is good for that message alone', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.visitor('POST', '/contact', { body: letter, key: 'k1' })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect((await world.visitor('POST', '/contact', { body: { ...letter, message: 'Something else' }, key: 'k1' })).body.code).toBe('key-reused');
    // A key belongs to its sender: another one may have the same.
    expect((await world.visitor('POST', '/contact', { body: { ...letter, email: 'other@example.in' }, key: 'k1' })).status).toBe(202);
    expect(await inbox()).toHaveLength(2);
  });

  test('then each field is checked and named', async () => {
    const refusals: [Record<string, unknown>, number, string][] = [
      [{ ...letter, name: ' ' }, 422, 'name'],
      [{ ...letter, name: 'x'.repeat(101) }, 422, 'name'],
      [{ ...letter, email: 'ravi' }, 422, 'email'],
      [{ ...letter, phone: 'none' }, 422, 'phone'],
      [{ ...letter, subject: 'Spam' }, 422, 'subject'],
      [{ ...letter, message: '' }, 422, 'message'],
      [{ ...letter, message: 'x'.repeat(2_001) }, 422, 'message'],
      [{ ...letter, message: ['x'] }, 400, 'message'],
      [{ ...letter, status: 'answered' }, 400, 'status'],
      [{ name: letter.name, email: letter.email, subject: letter.subject }, 422, 'message'],
    ];
    for (const [body, status, field] of refusals) {
      const answer = await world.visitor('POST', '/contact', { body });
      expect([body, answer.status, answer.body.errors?.[0]?.field]).toEqual([body, status, field]);
    }
    expect(await inbox()).toEqual([]);
    const { phone: _phone, ...without } = letter;
    expect((await world.visitor('POST', '/contact', { body: without })).status).toBe(202);
    expect(await inbox()).toMatchObject([{ phone: null }]);
  });
});

describe('When administrators work through the messages', () => {
  test('then a message is marked and unmarked, each once, and the audit says by whom', async () => {
    await world.visitor('POST', '/contact', { body: letter });
    const [{ _id }] = await inbox();
    const mark = (status: string, key?: string) => world.admin('PATCH', `/contact-messages/${_id}`, { body: { status }, ...(key ? { key } : {}) });
    const answered = await mark('answered', 'k1');
    expect(answered.body).toMatchObject({ _id, status: 'answered', name: 'Ravi Kumar', answeredAt: expect.stringMatching(/Z$/) });
    expect((await mark('answered')).body).toEqual(answered.body);
    expect((await mark('new')).body).toMatchObject({ status: 'new', answeredAt: null });
    expect((await mark('answered', 'k1')).body.status).toBe('answered');
    expect(await inbox()).toMatchObject([{ status: 'new' }]);
    expect((await world.deeds()).filter(({ scope, audited }) => scope === _id && audited)).toMatchObject([
      { deed: 'received', by: { id: '' } },
      { deed: 'answered', by: { id: 'mira' }, fields: ['status'] },
      { deed: 'reopened', by: { id: 'mira' } },
    ]);
  });

  test('then the list is filtered, searched, paged and counted', async () => {
    for (const name of ['Asha Rao', 'Bela Nair', 'Chitra Rao']) {
      world.clock.offsetMs += 1_000;
      await world.visitor('POST', '/contact', { body: { ...letter, name, email: `${name.slice(0, 4).toLowerCase()}@example.in` } });
    }
    const [newest] = await inbox();
    expect(newest.name).toBe('Chitra Rao');
    await world.admin('PATCH', `/contact-messages/${newest._id}`, { body: { status: 'answered' } });
    const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
    expect(names(await inbox('?status=new'))).toEqual(['Bela Nair', 'Asha Rao']);
    expect(names(await inbox('?q=rao'))).toEqual(['Chitra Rao', 'Asha Rao']);
    expect(names(await inbox('?q=rao%20ash'))).toEqual(['Asha Rao']);
    expect(names(await inbox('?sort=createdAt&limit=1'))).toEqual(['Asha Rao']);
    const page = await world.admin('GET', '/contact-messages?status=new&limit=1');
    expect(page.headers.get('x-total-count')).toBe('2');
    const next = /<\/api(.*?)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    expect(names((await world.admin('GET', next)).body)).toEqual(['Asha Rao']);
    for (const query of ['?status=read', '?sort=name', '?limit=0', '?after=x'])
      expect([query, (await world.admin('GET', `/contact-messages${query}`)).status]).toEqual([query, 422]);
  });

  test('then others may neither read nor mark, and a message that is not there is 404', async () => {
    await world.visitor('POST', '/contact', { body: letter });
    const [{ _id }] = await inbox();
    for (const [caller, status] of [[world.client, 403] as const, [world.visitor, 401] as const]) {
      expect((await caller('GET', '/contact-messages')).status).toBe(status);
      expect((await caller('PATCH', `/contact-messages/${_id}`, { body: { status: 'answered' } })).status).toBe(status);
    }
    expect((await world.admin('PATCH', '/contact-messages/nothing', { body: { status: 'new' } })).status).toBe(404);
    expect((await world.admin('PATCH', `/contact-messages/${_id}`, { body: { status: 'read' } })).status).toBe(422);
    expect((await world.admin('PATCH', `/contact-messages/${_id}`, { body: { status: 1 } })).status).toBe(400);
  });
});
