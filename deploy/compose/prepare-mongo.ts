// `node deploy/compose/prepare-mongo.ts`: makes a new MongoDB server ready for the platform, with one user a service. For docker compose and for the engines of
// development in Kubernetes; whoever runs MongoDB already makes these users there.
import { type MongoUser, prepareMongo } from '@tradepost/platform/documents/mongo-users.ts';
import { StartRefused } from '@tradepost/platform/errors.ts';
import { databaseOf } from '../../scripts/adapters.ts';

const services = ['auth', 'users', 'funds', 'positions', 'site-content'];

function required(name: string): string {
  const text = process.env[name];
  if (text === undefined || text === '') throw new StartRefused(`${name} is required: \`npm run make-env\` makes it.`);
  return text;
}

/** The user that a service signs in as, read from the service's own connection string. */
function userOf(name: string, databases: readonly string[]): MongoUser {
  const { username, password } = new URL(required(`MONGODB_URI_${name.replaceAll('-', '_').toUpperCase()}`));
  return { name: decodeURIComponent(username), password: decodeURIComponent(password), databases };
}

try {
  const users = [...services.map((service) => userOf(service, [databaseOf(service)])), userOf('prepare', services.map(databaseOf))];
  const member = new URL(required('MONGODB_URI_PREPARE')).host;
  const rootUri = `mongodb://root:${encodeURIComponent(required('MONGODB_ROOT_PASSWORD'))}@${member}/?authSource=admin`;
  await prepareMongo({ rootUri, member, users, waitMs: 120_000 });
  console.log(`${users.length} users are ready on MongoDB at ${member}.`);
} catch (error) {
  if (!(error instanceof StartRefused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
