import { pino } from 'pino';
import { openKafkaBus } from '../src/bus/kafka.ts';
import { openClient } from '../src/bus/kafka-client.ts';
import { eventBusSuite } from '../src/testing/event-bus-suite.ts';

const brokers = (process.env.KAFKA_BROKERS ?? '').split(',').filter((broker) => broker !== '');
const suite = brokers.length > 0 ? describe : describe.skip;
const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' });
const settings = { brokers, clientId: 'test', log };
const times = { retryDelaysMs: [2, 4, 8, 16], sessionMs: 6000, waitMs: 50 };
/** Topics and groups of the tests, which are removed between them; nothing else on the brokers is touched. */
const ownTopic = /^tradepost\.(sample|other)(\.|$)/;

/** Removes what a test has left. All buses are closed. */
async function clean(): Promise<void> {
  const client = openClient(settings, { retries: 5 });
  const admin = client.kafka.admin();
  await admin.connect();
  const topics = (await admin.listTopics()).filter((topic) => ownTopic.test(topic));
  if (topics.length > 0) await admin.deleteTopics({ topics });
  const { groups } = await admin.listGroups();
  const mine = groups.map(({ groupId }) => groupId).filter((group) => ['readers', 'one', 'two', 'late', 'shared'].includes(group));
  if (mine.length > 0) await admin.deleteGroups(mine);
  await admin.disconnect();
  client.cut();
}

suite('Kafka', () => {
  eventBusSuite('kafka', async () => {
    await clean();
    return { open: () => openKafkaBus({ ...settings, times }), remove: clean };
  });
});
