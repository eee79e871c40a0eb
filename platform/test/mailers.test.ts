import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreUnavailable } from '../src/errors.ts';
import { fileMailer } from '../src/mail/files.ts';
import { smtpMailer } from '../src/mail/smtp.ts';
import { mailerSuite } from '../src/testing/mailer-suite.ts';
import { removeTemporaryFolders, temporaryFolder } from '../src/testing/temporary-folder.ts';
import { smtpListener } from './support/smtp-listener.ts';

const listeners: Awaited<ReturnType<typeof smtpListener>>[] = [];
const listening = async (...given: Parameters<typeof smtpListener>) => {
  const listener = await smtpListener(...given);
  listeners.push(listener);
  return listener;
};
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.close();
});
afterAll(() => removeTemporaryFolders());

const from = 'Tradepost <no-reply@example.com>';
const at = (port: number, userinfo = '') => smtpMailer({ url: `smtp://${userinfo}127.0.0.1:${port}`, from });

mailerSuite('the file mailer', async () => {
  const folder = temporaryFolder();
  const mails = join(folder, 'mail');
  mkdirSync(mails);
  writeFileSync(join(folder, 'file'), '');
  return {
    mailer: fileMailer(mails),
    received: () => readdirSync(mails).map((name) => readFileSync(join(mails, name), 'utf8')),
    broken: fileMailer(join(folder, 'file')),
  };
});

/** Undoes what a mail needs on its way: folded headers, encoded words (RFC 2047), base64 and quoted-printable bodies (RFC 2045). */
function decoded(mail: string): string {
  const [head = '', ...body] = mail.replace(/\n[ \t]+/g, ' ').split('\n\n');
  const headers = head
    .replace(/=\?UTF-8\?B\?(.*?)\?=/gi, (_, word: string) => Buffer.from(word, 'base64').toString())
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, word: string) => unquoted(word.replaceAll('_', ' ')));
  const text = body.join('\n\n');
  if (/^Content-Transfer-Encoding: base64$/im.test(head)) return `${headers}\n\n${Buffer.from(text, 'base64').toString()}`;
  return `${headers}\n\n${/^Content-Transfer-Encoding: quoted-printable$/im.test(head) ? unquoted(text.replace(/=\n/g, '')) : text}`;
}
const unquoted = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

mailerSuite('the SMTP mailer', async () => {
  const listener = await listening();
  return { mailer: at(listener.port), received: () => listener.mails.map(({ text }) => decoded(text).replaceAll('\r\n', '\n')), broken: at((await listening('refuses')).port) };
});

describe('When mails leave by SMTP', () => {
  test('then the envelope names the one recipient and the mail its sender', async () => {
    const listener = await listening();
    await at(listener.port).send({ to: 'asha@example.com', subject: 's', text: 't' });
    expect(listener.mails).toMatchObject([{ recipients: ['asha@example.com'] }]);
    expect(listener.mails[0]?.text).toMatch(/^From: Tradepost <no-reply@example\.com>$/m);
    expect(listener.signedInAs).toEqual([]);
  });

  test('then it signs in with the name and password of the address', async () => {
    const listener = await listening();
    await at(listener.port, 'post%40example.com:p%2Fw@').send({ to: 'asha@example.com', subject: 's', text: 't' });
    expect(listener.signedInAs).toEqual(['post@example.com']);
  });

  test('then a server that is not there is told, not waited for', async () => {
    const listener = await smtpListener();
    await listener.close();
    await expect(at(listener.port).send({ to: 'a@example.com', subject: 's', text: 't' })).rejects.toThrow(StoreUnavailable);
  });

  test('then a server on another machine without TLS gets no mail', async () => {
    const listener = await listening();
    // A name that is this machine, and not one of the loopback names.
    const mailer = smtpMailer({ url: `smtp://0.0.0.0:${listener.port}`, from });
    await expect(mailer.send({ to: 'a@example.com', subject: 's', text: 't' })).rejects.toThrow(StoreUnavailable);
    expect(listener.mails).toEqual([]);
  });
});
