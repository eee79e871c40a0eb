// Run while an image is made: Node keeps what it compiles in NODE_COMPILE_CACHE, so that no process compiles it again at each start.
// A process that reads TypeScript keeps a compiler in memory, 16 MB for as long as it lives; one that finds all of it here does not even load it.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const loaded = [
  ...['process', 'gateway-process', 'needs', 'prepare'].map((name) => `scripts/${name}.ts`),
  ...readdirSync(join(root, 'services')).map((name) => `services/${name}/src/app.ts`),
  ...['documents/mongo', 'bus/kafka', 'cache/redis', 'cache/memory', 'objects/minio', 'mail/smtp', 'mail/files', 'metrics', 'log'].map((name) => `platform/src/${name}.ts`),
];
for (const file of loaded) await import(join(root, file));
