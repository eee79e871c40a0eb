import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreUnavailable } from '../src/errors.ts';
import { fileMailer } from '../src/mail/files.ts';

const root = mkdtempSync(join(tmpdir(), 'tradepost-mail-'));
afterAll(() => rmSync(root, { recursive: true }));
const clock = { now: () => Date.UTC(2026, 0, 2, 3, 4, 5) };

describe('mails as files', () => {
  test('lie in the folder, whole, for the owner alone', async () => {
    const folder = join(root, 'mail');
    await fileMailer(folder, clock).send({ to: 'asha@example.com', subject: 'Reset ₹', text: 'http://127.0.0.1:8080/reset?token=abc' });
    const [name = '', ...others] = readdirSync(folder);
    expect(others).toEqual([]);
    expect(name).toMatch(/^2026-01-02T03-04-05\.000Z-[0-9a-f]{8}\.eml$/);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    const content = readFileSync(join(folder, name), 'utf8');
    expect(content).toContain('To: asha@example.com\nSubject: Reset ₹\nDate: Fri, 02 Jan 2026 03:04:05 GMT\n');
    expect(content.endsWith('\n\nhttp://127.0.0.1:8080/reset?token=abc\n')).toBe(true);
  });

  test('take no header from an address or subject', async () => {
    const folder = join(root, 'inject');
    await fileMailer(folder, clock).send({ to: 'a@example.com\r\nBcc: b@example.com', subject: 'x\nX-Evil: 1', text: 'y' });
    const content = readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'utf8');
    expect(content).not.toMatch(/^(Bcc|X-Evil)/m);
  });

  test('many at once each get a file', async () => {
    const folder = join(root, 'many');
    await Promise.all(Array.from({ length: 20 }, () => fileMailer(folder, clock).send({ to: 'a@example.com', subject: 's', text: 't' })));
    expect(readdirSync(folder)).toHaveLength(20);
  });

  test('that cannot be written are told', async () => {
    writeFileSync(join(root, 'file'), '');
    await expect(fileMailer(join(root, 'file'), clock).send({ to: 'a@example.com', subject: 's', text: 't' })).rejects.toThrow(StoreUnavailable);
  });
});
