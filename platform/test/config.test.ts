import { Writable } from 'node:stream';
import { configurationHelp, readConfiguration } from '../src/config.ts';
import { StartRefused } from '../src/errors.ts';
import { createLogger } from '../src/log.ts';

/** The sentences of the refusal, or what was thrown instead. */
function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfiguration(environment);
    return [];
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    return error.message.split('\n');
  }
}

const minio = { MINIO_ENDPOINT: 'https://files.example.com:9000', MINIO_ACCESS_KEY: 'key', MINIO_SECRET_KEY: 'secret' };

describe('When no engine is named', () => {
  test('then everything is embedded and services are looked for on loopback', () => {
    const configuration = readConfiguration({ MONGODB_URI: ' ', KAFKA_BROKERS: '' });
    const { mongodbUri, kafkaBrokers, redisUrl, minioEndpoint, minioBucket } = configuration;
    expect({ mongodbUri, kafkaBrokers, redisUrl, minioEndpoint, minioBucket }).toEqual({ minioBucket: 'tradepost' });
    const { authUrl, usersUrl, fundsUrl, positionsUrl, marketUrl, siteContentUrl } = configuration;
    const ports = [authUrl, usersUrl, fundsUrl, positionsUrl, marketUrl, siteContentUrl].map((url) => new URL(url).port);
    expect(ports).toEqual(['8081', '8082', '8083', '8084', '8085', '8086']);
  });
});

describe('When engines are named', () => {
  test.each([
    'mongodb://127.0.0.1:27017/?replicaSet=rs0',
    'mongodb://user:p%40ss@one.example.com:27017,two.example.com:27017/tradepost?w=majority',
    'mongodb+srv://cluster.example.com',
  ])('then MongoDB is taken at %s', (uri) => {
    expect(readConfiguration({ MONGODB_URI: uri }).mongodbUri).toBe(uri);
  });

  test('then each broker of Kafka stands by itself', () => {
    expect(readConfiguration({ KAFKA_BROKERS: 'kafka-1:9092, [::1]:9093' }).kafkaBrokers).toEqual(['kafka-1:9092', '[::1]:9093']);
  });

  test('then Redis, MinIO and the services are taken as they are', () => {
    const configuration = readConfiguration({ ...minio, REDIS_URL: 'rediss://:word@cache.example.com:6380/2', MINIO_BUCKET: 'papers-1', FUNDS_URL: 'http://funds:8083/' });
    expect(configuration).toMatchObject({
      ...{ redisUrl: 'rediss://:word@cache.example.com:6380/2', minioEndpoint: 'https://files.example.com:9000', minioAccessKey: 'key', minioSecretKey: 'secret' },
      ...{ minioBucket: 'papers-1', fundsUrl: 'http://funds:8083' },
    });
  });

  const bad: [Record<string, string>, string][] = [
    [{ MONGODB_URI: 'mongo.example.com' }, 'MONGODB_URI must be a connection string such as mongodb://user:password@mongo.example.com:27017/?replicaSet=rs0.'],
    [{ MONGODB_URI: 'mongodb://' }, 'MONGODB_URI must be a connection string such as mongodb://user:password@mongo.example.com:27017/?replicaSet=rs0.'],
    [{ KAFKA_BROKERS: 'kafka-1:9092,kafka-2' }, 'KAFKA_BROKERS must be host:port of each broker with commas between them, such as kafka-1:9092,kafka-2:9092.'],
    [{ KAFKA_BROKERS: 'kafka-1:99999' }, 'KAFKA_BROKERS must be host:port of each broker with commas between them, such as kafka-1:9092,kafka-2:9092.'],
    [{ REDIS_URL: 'cache.example.com:6379' }, 'REDIS_URL must be an address such as redis://:password@redis.example.com:6379/0.'],
    [{ REDIS_URL: 'redis://cache.example.com/zero' }, 'REDIS_URL must be an address such as redis://:password@redis.example.com:6379/0.'],
    [{ ...minio, MINIO_ENDPOINT: 'files.example.com:9000' }, 'MINIO_ENDPOINT must be an http or https address without a path, such as https://trade.example.com.'],
    [{ ...minio, MINIO_SECRET_KEY: '' }, 'MINIO_SECRET_KEY is required with MINIO_ENDPOINT: the secret of its key.'],
    [{ ...minio, MINIO_ACCESS_KEY: '' }, 'MINIO_ACCESS_KEY is required with MINIO_ENDPOINT: the name of its key.'],
    [{ MINIO_BUCKET: 'Papers' }, 'MINIO_BUCKET must be 3 to 63 small letters, digits or dashes, with a letter or digit at both ends.'],
    [{ MARKET_URL: 'market:8085' }, 'MARKET_URL must be an http or https address without a path, such as https://trade.example.com.'],
  ];
  test.each(bad)('then a bad one is refused with one sentence that names it: %j', (environment, sentence) => {
    expect(faultsOf(environment)).toEqual([sentence]);
  });

  test('then the help names each variable with what it means', () => {
    const help = configurationHelp();
    for (const name of ['MONGODB_URI', 'KAFKA_BROKERS', 'REDIS_URL', 'MINIO_ENDPOINT', 'MINIO_SECRET_KEY', 'MINIO_BUCKET', 'AUTH_URL', 'SITE_CONTENT_URL'])
      expect(help).toMatch(new RegExp(`^ {2}${name} +\\S.+\\[.+\\]$`, 'm'));
  });

  test('then their passwords stay out of the log', () => {
    const lines: string[] = [];
    const destination = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const secrets = {
      MONGODB_URI: 'mongodb://user:canary@mongo/',
      REDIS_URL: 'redis://:canary@cache',
      ...minio,
      MINIO_SECRET_KEY: 'canary',
      SMTP_URL: 'smtp://a:canary@mail',
      MAIL_FROM: 'a@b.example',
    };
    const configuration = readConfiguration(secrets);
    const log = createLogger({ level: 'info', format: 'json', destination });
    log.info(configuration, 'flat');
    log.info({ configuration }, 'below a name');
    expect(lines.length).toBe(2);
    expect(lines.join('')).not.toContain('canary');
  });
});
