// Jest transform on Node's own type stripping: no dependency, lines and columns stay where they are.
import { createHash } from 'node:crypto';
import { stripTypeScriptTypes } from 'node:module';

const strip = (source) => ({ code: stripTypeScriptTypes(source) });

export default {
  canInstrument: false,
  getCacheKey: (source, file, options) => createHash('sha1').update([process.version, file, source, options.instrument].join('\0')).digest('hex'),
  process: strip,
  processAsync: async (source) => strip(source),
};
