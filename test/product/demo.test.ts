import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, registeredPerson, registrationForm, type TestPlatform, testPlatform, type Visitor } from '../support/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform({ DEMO_DATA: '1', OWNER_PASSWORD: '' });
}, 60_000);
afterAll(() => platform.stop(), 30_000);

async function explorer(as: 'client' | 'admin'): Promise<Visitor> {
  const visitor = platform.visitor();
  const { body } = await visitor.post('/api/demo/sign-in', { as });
  visitor.token = body.token;
  visitor.id = body.user.id;
  return visitor;
}

describe('When a visitor explores the demonstration', () => {
  test('then the client has a story that adds up to the rupee', async () => {
    const client = await explorer('client');
    const { body } = await client.get(`/api/user/${client.id}`);
    expect(body).toMatchObject({ name: 'Asha Verma', totalfund: 305_000, heldFund: 25_000, availableFund: 280_000, bankDetails: { accountNumber: '•••• 4821' } });
    expect(body.withdrawals.map(({ status }: { status: string }) => status).sort()).toEqual(['approved', 'pending', 'rejected']);
    expect(body.addfundHistory).toHaveLength(4);
    const admin = await explorer('admin');
    const states = (await admin.get('/api/users')).body.map(({ state }: { state: string }) => state).sort();
    expect(states).toEqual(['active', 'active', 'active', 'disabled', 'pending']);
  }, 30_000);

  test('then its accounts cannot be disabled, deleted, given another password or another picture', async () => {
    const admin = await explorer('admin');
    const client = await explorer('client');
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array((await registeredPerson()).files.image?.bytes ?? [])], { type: 'image/png' }), 'a.png');
    const answers = [
      await admin.patch(`/api/users/${client.id}/approve`, { status: false }),
      await admin.delete(`/api/users/${client.id}`),
      await admin.post(`/api/users/${client.id}/temporary-password`),
      await client.post('/api/password/change', { current: 'whatever-it-is', next: 'Another-Horse-8' }),
      await client.patch(`/api/users/${client.id}`, form),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(5).fill([403, 'demo-account']));
  }, 30_000);

  test('then the company has an address, a code that nobody can pay to, and letters to answer', async () => {
    const { data } = (await platform.visitor().get('/api/additional-data/default')).body;
    expect(data).toMatchObject({ email: 'desk@example.com', payee: { name: 'SAMPLE, DO NOT PAY', upiId: 'sample.do.not.pay@example' } });
    expect((await platform.visitor().get(data.image)).status).toBe(200);
    const admin = await explorer('admin');
    const letters = (await admin.get('/api/contact-messages')).body;
    expect(letters.map(({ name, status }: { name: string; status: string }) => [name, status])).toEqual([
      ['Sunita Desai', 'new'],
      ['Nitin Rao', 'answered'],
    ]);
  }, 30_000);

  test('then what a visitor uploads is not shown to the others who explore', async () => {
    const person = await registeredPerson();
    const visitor = platform.visitor();
    const { body } = await visitor.post('/api/register', registrationForm(person));
    const admin = await explorer('admin');
    expect((await admin.get(`/api/user/${body.user._id}`)).body).toMatchObject({ image: null, panimg: null, aadharimg: null });
    await visitor.signIn(body.user.userId, person.password);
    expect((await visitor.get(`/api/user/${body.user._id}`)).body.panimg).toMatch(/^\/api\/files\//);
    const sample = (await admin.get('/api/users?q=rohan')).body[0]._id;
    expect((await admin.get(`/api/user/${sample}`)).body.panimg).toMatch(/^\/api\/files\//);
  }, 30_000);
});

describe('When the owner gets a random password', () => {
  test('then it stands in first-run.json until it is changed', async () => {
    const file = join(platform.dataDir, 'first-run.json');
    const { userId, password } = JSON.parse(readFileSync(file, 'utf8'));
    expect(platform.platform.madeOwnerPassword).toBe(password);
    const owner = platform.visitor();
    await owner.signIn(userId, password);
    expect((await owner.post('/api/password/change', { current: password, next: 'Another-Horse-8' })).status).toBe(204);
    expect(await eventually(() => !existsSync(file))).toBe(true);
  }, 30_000);
});
