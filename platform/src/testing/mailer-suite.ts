import { StoreUnavailable } from '../errors.ts';
import type { Mailer } from '../ports.ts';

/** A mailer with what arrived behind it. */
export interface MailerUnderTest {
  readonly mailer: Mailer;
  /** All mails so far in RFC 5322, header folding undone and the text decoded. */
  received(): Promise<string[]> | string[];
  /** The same mailer when nothing takes its mails. */
  readonly broken: Mailer;
}

/** What every adapter of the mail port keeps to. `open` gives a fresh one. */
export function mailerSuite(name: string, open: () => Promise<MailerUnderTest>): void {
  describe(`${name} keeps to the mail port`, () => {
    test('when a mail is sent, then it arrives whole, in any script', async () => {
      const { mailer, received } = await open();
      await mailer.send({ to: 'asha@example.com', subject: 'Reset ₹', text: 'First line\n.\n..two dots\nनमस्ते ₹1,00,000.00' });
      const [mail = '', ...others] = await received();
      expect(others).toEqual([]);
      expect(mail).toMatch(/^To: asha@example\.com$/m);
      expect(mail).toMatch(/^Subject: Reset ₹$/m);
      expect(mail).toContain('First line\n.\n..two dots\nनमस्ते ₹1,00,000.00');
    });

    test('when a subject or an address holds line breaks, then no header is added', async () => {
      const { mailer, received } = await open();
      await mailer.send({ to: 'asha@example.com\r\nBcc: other@example.com', subject: 'x\r\nX-Evil: 1', text: 'y' }).catch((error: unknown) => {
        expect(error).toBeInstanceOf(StoreUnavailable);
      });
      for (const mail of await received()) expect(mail.split(/\n\n/)[0]).not.toMatch(/^(Bcc|X-Evil)/m);
    });

    test('when many are sent at once, then each arrives once', async () => {
      const { mailer, received } = await open();
      await Promise.all(Array.from({ length: 10 }, (_, index) => mailer.send({ to: 'a@example.com', subject: `Number ${index}`, text: 't' })));
      const subjects = (await received()).map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]);
      expect(subjects.sort()).toEqual(Array.from({ length: 10 }, (_, index) => `Number ${index}`));
    });

    test('when nothing takes the mail, then it is told', async () => {
      const { broken } = await open();
      await expect(broken.send({ to: 'a@example.com', subject: 's', text: 't' })).rejects.toThrow(StoreUnavailable);
    });
  });
}
