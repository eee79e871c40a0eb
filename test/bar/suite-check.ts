import { canStartEngines, startOwnEngine } from '@tradepost/platform/testing/engines.ts';
import type { Check } from './check.ts';
import { runJest } from './run-jest.ts';

const embedded = ['bus-embedded', 'documents-sqlite', 'memory-cache', 'filesystem-objects'];
const onEngines = ['bus-kafka', 'documents-mongo', 'cache-redis', 'objects-minio'];

export const portSuites: Check = {
  id: 'E8',
  what: 'the conformance suite of each port on its embedded side and, where the kit of engines is there, on Kafka, MongoDB, Redis and MinIO: all pass on both',
  async run({ say }) {
    const engines = canStartEngines() ? await startOwnEngine('mongo,kafka,redis,minio') : undefined;
    try {
      const files = [...embedded, ...(engines ? onEngines : [])];
      const words = ['--silent', '--selectProjects', 'platform', '--testPathPatterns', `platform/test/(${files.join('|')})[.]test[.]ts$`];
      const { passed, tests, stderr } = runJest(words, engines?.environment);
      if (!passed) say(stderr);
      return { passed, figure: `${tests ?? 'no test ended'}${engines ? '' : '; SKIPPED on engines: no kit'}` };
    } finally {
      await engines?.stop();
    }
  },
};
