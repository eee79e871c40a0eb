// `npm run make-env [FILE]`: writes the secrets of a platform on real engines, once, for docker compose and for Kubernetes. Every value is random.
// Plain JavaScript without dependencies, because it runs before anything is installed.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { closeSync, openSync, writeFileSync } from 'node:fs';

const services = ['auth', 'users', 'funds', 'positions', 'site-content', 'prepare'];

/** Letters and digits alone, so that it fits into an address and a command line. */
const password = () => randomBytes(20).toString('hex');

/** A P-256 key in PEM on one line: `\n` stands for the ends of its lines, as TOKEN_KEY takes it. No quotes, because not every reader of such a file removes them. */
function tokenKey() {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return privateKey.trim().replaceAll('\n', '\\n');
}

/** Each service has a MongoDB user of its own; `prepare` makes the indexes of all. Names as in docker-compose.yml and in the component engines-dev. */
function mongodbUris() {
  return services.map((name) => [
    `MONGODB_URI_${name.replaceAll('-', '_').toUpperCase()}`,
    `mongodb://tradepost-${name}:${password()}@mongo:27017/?replicaSet=rs0&authSource=admin`,
  ]);
}

function secrets() {
  const redisPassword = password();
  return [
    ['TOKEN_KEY', tokenKey()],
    ['SEALING_KEY', randomBytes(32).toString('base64')],
    ['INTERNAL_KEY', randomBytes(32).toString('base64url')],
    ['OWNER_PASSWORD', randomBytes(15).toString('base64url')],
    ...mongodbUris(),
    ['MONGODB_ROOT_PASSWORD', password()],
    ['MONGODB_REPLICA_KEY', randomBytes(48).toString('base64')],
    ['REDIS_PASSWORD', redisPassword],
    ['REDIS_URL', `redis://:${redisPassword}@redis:6379`],
    ['MINIO_ACCESS_KEY', `tradepost-${randomBytes(4).toString('hex')}`],
    ['MINIO_SECRET_KEY', password()],
  ];
}

const [file = '.env', ...rest] = process.argv.slice(2);
if (file.startsWith('-') || rest.length > 0) {
  console.log('npm run make-env [FILE]   writes random secrets into FILE [.env], which must not be there.');
  process.exitCode = file === '--help' ? 0 : 2;
} else {
  try {
    // `wx` fails when the file is there: secrets that seal data must never be replaced by accident.
    const handle = openSync(file, 'wx', 0o600);
    writeFileSync(
      handle,
      `# Secrets of one installation. Keep a copy where only you read: without SEALING_KEY sealed data cannot be opened.\n${secrets()
        .map((pair) => pair.join('='))
        .join('\n')}\n`,
    );
    closeSync(handle);
    console.log(`${file} holds new secrets and is for you alone. The owner signs in as \`owner\` with OWNER_PASSWORD from it.`);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    console.error(`${file} is there already: nothing was changed. Secrets that have sealed data must not be replaced.`);
    process.exitCode = 1;
  }
}
