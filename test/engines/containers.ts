// The engines as containers, for a machine with Docker and without the kit: prints the variables that name them as one line of JSON, and stops them when its input ends.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '@tradepost/platform/testing/free-port.ts';

interface Container {
  withExposedPorts(port: { container: number; host: number }): Container;
  withCommand(command: readonly string[]): Container;
  withEnvironment(environment: Readonly<Record<string, string>>): Container;
  withWaitStrategy(strategy: unknown): Container;
  start(): Promise<{ exec(command: readonly string[]): Promise<{ exitCode: number; output: string }>; stop(): Promise<unknown> }>;
}

/** As much of testcontainers as is used here; it is installed by `npm ci --prefix tools`. */
interface Testcontainers {
  readonly GenericContainer: new (image: string) => Container;
  readonly Wait: { forLogMessage(message: RegExp): unknown };
}

const root = join(import.meta.dirname, '../..');
const { GenericContainer, Wait }: Testcontainers = await import(pathToFileURL(join(root, 'tools/node_modules/testcontainers/build/index.js')).href);
const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');

/** An engine in the version that docker-compose.yml names. */
function engine(image: string, port: number, ready: RegExp): Container {
  const found = compose.match(new RegExp(`image: (${image}:\\S+)`))?.[1];
  if (found === undefined) throw new Error(`docker-compose.yml names no ${image}.`);
  return new GenericContainer(found).withExposedPorts({ container: port, host: port }).withWaitStrategy(Wait.forLogMessage(ready));
}

const kafkaSettings = (port: number) => ({
  ...{ KAFKA_NODE_ID: '1', KAFKA_PROCESS_ROLES: 'broker,controller', KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER', KAFKA_CONTROLLER_QUORUM_VOTERS: '1@127.0.0.1:9093' },
  ...{ KAFKA_LISTENERS: `PLAINTEXT://:${port},CONTROLLER://127.0.0.1:9093`, KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${port}` },
  ...{ KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT', KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false', KAFKA_GROUP_MIN_SESSION_TIMEOUT_MS: '1000' },
  ...{ KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1', KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0', KAFKA_HEAP_OPTS: '-Xmx384m' },
});

// Inside the container a port is the same one, because Kafka and MongoDB tell their clients where they are.
const [kafkaPort, mongoPort, redisPort, minioPort] = [await freePort(), await freePort(), await freePort(), await freePort()];
const [mongo, ...others] = await Promise.all([
  engine('mongo', mongoPort, /Waiting for connections/)
    .withCommand(['mongod', '--replSet', 'rs0', '--bind_ip_all', '--port', `${mongoPort}`])
    .start(),
  engine('apache/kafka', kafkaPort, /Kafka Server started/)
    .withEnvironment(kafkaSettings(kafkaPort))
    .start(),
  engine('redis', redisPort, /Ready to accept connections/)
    .withCommand(['redis-server', '--port', `${redisPort}`])
    .start(),
  engine('minio/minio', minioPort, /API: /)
    .withCommand(['server', '/data', '--address', `:${minioPort}`])
    .start(),
]);
const members = `rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: '127.0.0.1:${mongoPort}' }] })`;
const { exitCode, output } = await mongo.exec(['mongosh', '--quiet', '--port', `${mongoPort}`, '--eval', members]);
if (exitCode !== 0) throw new Error(`MongoDB did not become a replica set: ${output}`);

console.log(
  JSON.stringify({
    ...{ MONGODB_URI: `mongodb://127.0.0.1:${mongoPort}/?replicaSet=rs0`, KAFKA_BROKERS: `127.0.0.1:${kafkaPort}`, REDIS_URL: `redis://127.0.0.1:${redisPort}` },
    ...{ MINIO_ENDPOINT: `http://127.0.0.1:${minioPort}`, MINIO_ACCESS_KEY: 'minioadmin', MINIO_SECRET_KEY: 'minioadmin' },
  }),
);
await once(process.stdin.resume(), 'end');
await Promise.all([mongo, ...others].map((container) => container.stop()));
