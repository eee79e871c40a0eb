import { pino } from 'pino';
import { openKafkaBus } from '../../src/bus/kafka.ts';
import { openClient } from '../../src/bus/kafka-client.ts';
import type { EventBus } from '../../src/ports.ts';

/** The brokers that the tests may use; none on a machine without the engine. */
export const brokers = (process.env.KAFKA_BROKERS ?? '').split(',').filter((broker) => broker !== '');
export const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
export const settings = { brokers, clientId: 'test', log };
export const times = { retryDelaysMs: [2, 4, 8, 16], sessionMs: 6000, waitMs: 50 };
const opened: EventBus[] = [];

/** Opens a bus with short times, which `clean` closes at the latest. */
export async function openBus(changes: Partial<Parameters<typeof openKafkaBus>[0]> = {}): Promise<EventBus> {
  const bus = await openKafkaBus({ ...settings, times, ...changes });
  opened.push(bus);
  return bus;
}

/** Topics and groups of the tests, which are removed between them; nothing else on the brokers is touched. */
const ownTopic = /^tradepost\.(sample|other)(\.|$)/;
const ownGroups: readonly string[] = ['readers', 'one', 'two', 'late', 'shared'];

/** Closes the buses and removes what a test has left. */
export async function clean(): Promise<void> {
  await Promise.all(opened.splice(0).map((bus) => bus.close()));
  const client = openClient(settings, { retries: 5 });
  const admin = client.kafka.admin();
  await admin.connect();
  const topics = (await admin.listTopics()).filter((topic) => ownTopic.test(topic));
  if (topics.length > 0) await admin.deleteTopics({ topics });
  const { groups } = await admin.listGroups();
  const mine = groups.map(({ groupId }) => groupId).filter((group) => ownGroups.includes(group));
  if (mine.length > 0) await admin.deleteGroups(mine);
  await admin.disconnect();
  client.cut();
}
