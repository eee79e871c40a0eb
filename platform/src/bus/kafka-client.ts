import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { Kafka, type KafkaConfig, logLevel } from 'kafkajs';
import { StoreUnavailable } from '../errors.ts';
import type { Logger } from '../log.ts';
import { within } from '../within.ts';
import { passWholeAnswers } from './kafka-frames.ts';

/** How the brokers are reached. */
export interface KafkaSettings {
  /** `host:port` of one or more brokers; the others are learned from them. */
  readonly brokers: readonly string[];
  /** Names this process in the brokers' logs. */
  readonly clientId: string;
  readonly log: Logger;
  readonly sasl?: KafkaConfig['sasl'];
  readonly ssl?: KafkaConfig['ssl'];
  /** Where a broker is reached that calls itself `host:port`, for forwarded ports and for proxies in tests. */
  readonly reach?: (host: string, port: number) => { readonly host: string; readonly port: number };
}

/** A kafkajs client of its own, with connections of its own. */
export interface KafkaClient {
  readonly kafka: Kafka;
  /** Ends all connections at once and lets none begin. What waits for an answer fails. */
  cut(): void;
}

/** The limit of each request. */
export const requestLimitMs = 10_000;
const connectLimitMs = 2000;
const keepAliveMs = 30_000;

/** The error of a bus that does not answer. */
export const busAway = (cause: unknown): StoreUnavailable => new StoreUnavailable('The event bus does not answer.', { cause });

/** Waits for `work`, at most `limitMs`; then throws an Error with `sentence`. */
export const answerWithin = <T>(limitMs: number, sentence: string, work: Promise<T>): Promise<T> =>
  within(limitMs, work, () => {
    throw new Error(sentence);
  });

/**
 * Opens a client; nothing is connected yet. kafkajs ends a connection only after its last answer, and a frozen broker never gives one:
 * so the sockets are kept here, to be cut. Its own lines go to the log at `debug`, since whoever asked hears of each failure anyway.
 */
export function openClient(settings: KafkaSettings, retry: KafkaConfig['retry']): KafkaClient {
  const sockets = new Set<Socket>();
  let given = false;
  const kafka = new Kafka({
    brokers: [...settings.brokers],
    clientId: settings.clientId,
    sasl: settings.sasl,
    ssl: settings.ssl,
    retry,
    connectionTimeout: connectLimitMs,
    authenticationTimeout: connectLimitMs,
    requestTimeout: requestLimitMs,
    enforceRequestTimeout: true,
    logLevel: logLevel.WARN,
    logCreator:
      () =>
      ({ namespace, log: { message, error, groupId } }) =>
        settings.log.debug({ kafka: namespace, error, groupId }, message),
    socketFactory: ({ host, port, ssl, onConnect }) => {
      // kafkajs tries again also in what was given up; it must not come to life again behind our back.
      if (given) throw new Error('The client was given up.');
      const address = settings.reach?.(host, port) ?? { host, port };
      const name = isIP(host) === 0 ? { servername: host } : {};
      const socket = ssl ? connectSecure({ ...address, ...name, ...ssl }, onConnect) : connectPlain(address, onConnect);
      passWholeAnswers(socket);
      // kafkajs lets go of a dead socket several times, and each adds a listener that is never called.
      socket.setMaxListeners(0);
      socket.setKeepAlive(true, keepAliveMs);
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      return socket;
    },
  });
  return {
    kafka,
    cut() {
      given = true;
      // The error reaches the requests that wait; without one they would wait for their limit.
      for (const socket of sockets) socket.destroy(new Error('The connection was given up.'));
    },
  };
}
