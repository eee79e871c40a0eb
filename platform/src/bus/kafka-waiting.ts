import type { KafkaSettings } from './kafka-client.ts';
import { KafkaTopics } from './kafka-topics.ts';

/** Opens the count of events that groups have not handled, beside the processes that handle them. Each question throws StoreUnavailable without an answer within 8 s. */
export function openKafkaWaiting(settings: KafkaSettings): { waiting(group: string, topic: string): Promise<number>; close(): Promise<void> } {
  const topics = new KafkaTopics(settings);
  return {
    async waiting(group, topic) {
      // A topic that nobody has used yet is not there.
      if (!(await topics.list()).includes(topic)) return 0;
      const handled = await topics.positions(group, [topic]);
      const ranges = await topics.ranges([topic]);
      return ranges.reduce((sum, { partition, low, high }) => sum + Math.max(0, high - Math.max(low, handled.get(`${topic}/${partition}`) ?? low)), 0);
    },
    close: () => topics.close(),
  };
}
