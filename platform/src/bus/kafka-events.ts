import { createHash } from 'node:crypto';
import type { IHeaders, KafkaMessage, Message } from 'kafkajs';
import type { DeadLetter, EventRecord, StoredEvent } from '../ports.ts';

/** Where a record stands in Kafka. */
export interface Place {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
}

/** An event that a group could not handle, as its record in the dead-letter topic tells it. */
export interface Letter extends DeadLetter {
  readonly place: Place;
}

/** 64 partitions and 2^14 topics leave 2^33 offsets for each partition. */
const partitionSlots = 64;
const topicSlots = 16_384;
const slots = partitionSlots * topicSlots;

const slotOf = (topic: string, partition: number): number => (createHash('sha256').update(topic).digest().readUInt16BE(0) % topicSlots) * partitionSlots + partition;

/**
 * One number for a place, as `StoredEvent.offset` has it: Kafka counts in each partition of each topic from 0, the port knows one number.
 * The offset leads, a hash of the topic and the partition follow. The same place always has the same number, and within a key a later event has a higher one;
 * between partitions the numbers say nothing about time.
 */
export const numberOf = ({ topic, partition, offset }: Place): number => (offset + 1) * slots + slotOf(topic, partition);

/** The first offset of a partition whose number is higher than `number`. */
export const offsetBehind = (number: number, topic: string, partition: number): number => Math.max(0, Math.floor((number - slotOf(topic, partition)) / slots));

const textOf = (headers: IHeaders | undefined, name: string): string => {
  const value = headers?.[name];
  const one = Array.isArray(value) ? value[0] : value;
  return one === undefined ? '' : one.toString();
};

/** An event as a record: CloudEvents attributes in the headers, as its Kafka binding has it (cloudevents/spec, kafka-protocol-binding.md, binary mode), protobuf bytes as the value, the subject as the key. */
export const messageOf = (event: EventRecord): Message & { headers: Record<string, string>; value: Buffer } => ({
  key: event.subject,
  value: Buffer.from(event.data),
  headers: {
    ce_specversion: '1.0',
    ce_id: event.id,
    ce_type: event.type,
    ce_source: event.source,
    ce_time: event.time,
    ce_subject: event.subject,
    'content-type': 'application/protobuf',
  },
});

const recordOf = ({ headers, value }: Pick<KafkaMessage, 'headers' | 'value'>): EventRecord => ({
  id: textOf(headers, 'ce_id'),
  type: textOf(headers, 'ce_type'),
  source: textOf(headers, 'ce_source'),
  subject: textOf(headers, 'ce_subject'),
  time: textOf(headers, 'ce_time'),
  data: new Uint8Array(value ?? []),
});

/** A record as it is handed out. One that is no event has empty attributes, which nobody can read: it ends among the dead letters. */
export const eventOf = (topic: string, partition: number, message: Pick<KafkaMessage, 'headers' | 'value' | 'offset'>): StoredEvent => ({
  ...recordOf(message),
  topic,
  offset: numberOf({ topic, partition, offset: Number(message.offset) }),
});

/** Names of the topics that belong to a topic and a group. */
export const deadTopic = (topic: string, group: string): string => `${topic}.${group}.dead`;
export const retryTopic = (topic: string, group: string): string => `${topic}.${group}.retry`;

/** Whether a topic holds events, and not what a group could not handle. */
export const isEventTopic = (topic: string): boolean => /^tradepost\./.test(topic) && !/\.(dead|retry)$/.test(topic);

/** A letter is named after its group and place: burying the same event again gives no second one. */
const letterId = (group: string, { topic, partition, offset }: Place): string => `${group}:${topic}:${partition}:${offset}`;

/** Reads a letter's name; undefined when it is none. */
export function placeOfLetter(id: string): { group: string; place: Place } | undefined {
  const [group, topic, partition, offset, ...rest] = id.split(':');
  if (!group || !topic || !/^\d{1,9}$/.test(partition ?? '') || !/^\d{1,15}$/.test(offset ?? '') || rest.length > 0) return undefined;
  return { group, place: { topic, partition: Number(partition), offset: Number(offset) } };
}

/** A letter as a record. `attempt` names the replay that made it, if one did. */
export const letterMessage = (letter: { group: string; place: Place; event: EventRecord; error: string; at: string }, attempt?: string): Message => {
  const message = messageOf(letter.event);
  const { topic, partition, offset } = letter.place;
  return {
    key: letterId(letter.group, letter.place),
    value: message.value,
    headers: {
      ...message.headers,
      dead_group: letter.group,
      dead_topic: topic,
      dead_partition: String(partition),
      dead_offset: String(offset),
      dead_error: letter.error.slice(0, 1000),
      dead_time: letter.at,
      ...(attempt === undefined ? {} : { dead_attempt: attempt }),
    },
  };
};

/** The record that takes a letter back: no value, so that compaction removes the letter. */
export const settledMessage = (id: string, attempt: string): Message => ({ key: id, value: null, headers: { dead_attempt: attempt } });

/** The replay that a record of a retry or dead-letter topic belongs to; empty when there is none. */
export const attemptOf = (message: Pick<KafkaMessage, 'headers'>): string => textOf(message.headers, 'dead_attempt');

/** Reads the record of a letter. */
export function letterOf(message: Pick<KafkaMessage, 'headers' | 'value'>): Letter {
  const { headers } = message;
  const group = textOf(headers, 'dead_group');
  const place: Place = { topic: textOf(headers, 'dead_topic'), partition: Number(textOf(headers, 'dead_partition')), offset: Number(textOf(headers, 'dead_offset')) };
  return {
    id: letterId(group, place),
    topic: deadTopic(place.topic, group),
    group,
    offset: numberOf(place),
    error: textOf(headers, 'dead_error'),
    at: textOf(headers, 'dead_time'),
    event: recordOf(message),
    place,
  };
}
