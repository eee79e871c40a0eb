import { Writable } from 'node:stream';
import { createLogger, type Logger } from '../../src/log.ts';

/** A logger whose lines the test reads. */
export function keptLog(): { log: Logger; lines: string[] } {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { log: createLogger({ level: 'debug', format: 'json', destination }), lines };
}
