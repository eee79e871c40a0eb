import { rmSync } from 'node:fs';
import { registeredPerson, registrationForm, type TestPlatform, testPlatform } from '../support/platform.ts';

const given = (...names: string[]): Record<string, string> => Object.fromEntries(names.map((name) => [name, process.env[name] ?? '']));
const minio = ['MINIO_ENDPOINT', 'MINIO_ACCESS_KEY', 'MINIO_SECRET_KEY'];
const mixes = [
  { engines: 'MongoDB alone', variables: ['MONGODB_URI'] },
  { engines: 'Kafka alone', variables: ['KAFKA_BROKERS'] },
  { engines: 'Redis alone', variables: ['REDIS_URL'] },
  { engines: 'MinIO alone', variables: minio },
  { engines: 'MongoDB, Kafka, Redis and MinIO', variables: ['MONGODB_URI', 'KAFKA_BROKERS', 'REDIS_URL', ...minio] },
];

describe.each(mixes)('When the one process runs on $engines', ({ variables }) => {
  const there = variables.every((name) => process.env[name]);
  const when = there ? test : test.skip;
  let platform: TestPlatform | undefined;
  afterEach(async () => {
    await platform?.stop();
    if (platform) rmSync(platform.dataDir, { recursive: true, force: true });
    platform = undefined;
  }, 30_000);

  when(
    'then a client can be registered, approved, paid and seen with his documents, also after a stop and a start',
    async () => {
      platform = await testPlatform(given(...variables));
      const owner = await platform.owner();
      const person = await registeredPerson();
      const registered = await platform.visitor().post('/api/register', registrationForm(person));
      expect(registered).toMatchObject({ status: 201 });
      const id: string = registered.body.user._id;
      expect(await owner.patch(`/api/users/${id}/approve`)).toMatchObject({ status: 200 });
      expect(await owner.put(`/api/users/${id}/totalfund`, { amount: 77.07 })).toMatchObject({ status: 200, body: { totalfund: 77.07 } });

      await platform.platform.stop();
      const { dataDir } = platform;
      platform = await testPlatform(given(...variables), dataDir);
      const again = await platform.owner();
      const { body } = await again.get(`/api/user/${id}`);
      expect(body).toMatchObject({ totalfund: 77.07, state: 'active' });
      const picture = await fetch(new URL(body.panimg, platform.platform.url));
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
      const deadlineMs = Date.now() + 20_000;
      let shown: number | undefined;
      while (shown !== 77.07 && Date.now() < deadlineMs) shown = (await again.get(`/api/users?q=${body.userId}`)).body[0]?.totalfund;
      expect(shown).toBe(77.07);
    },
    90_000,
  );
});
