import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreUnavailable } from '../errors.ts';
import { type Clock, type Mailer, systemClock } from '../ports.ts';

/** A line break in a header would begin another header. */
const oneLine = (text: string): string => text.replace(/[\r\n\0]+/g, ' ');

/**
 * Writes each mail as one text file `TIME-ID.eml` (0600) into `folder`, in the shape of RFC 5322 with UTF-8 headers; names sort by time.
 * For demonstrations and tests: the mails are read there. Throws StoreUnavailable when the file cannot be written.
 */
export function fileMailer(folder: string, clock: Clock = systemClock): Mailer {
  return {
    async send({ to, subject, text }) {
      const date = new Date(clock.now());
      const name = `${date.toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
      const temporary = join(folder, `.${name}`);
      const headers = [`To: ${oneLine(to)}`, `Subject: ${oneLine(subject)}`, `Date: ${date.toUTCString()}`, 'MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8'];
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const handle = await open(temporary, 'wx', 0o600);
        try {
          await handle.writeFile(`${headers.join('\n')}\n\n${text}\n`);
        } finally {
          await handle.close();
        }
        await rename(temporary, join(folder, name));
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined);
        throw new StoreUnavailable('The mail could not be written.', { cause: error });
      }
    },
  };
}
