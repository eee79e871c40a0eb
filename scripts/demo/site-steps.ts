import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as site from '@tradepost/proto/api/site-content/schemas.ts';
import { admin, owner, perform, type Step } from './stage.ts';

/** The company's data. The payment code says on its face and in its payee that nobody is to pay; `example` is no bank's handle. */
const companyDataSaved: Step = {
  number: 40,
  daysAgo: 94,
  at: '11:00',
  async run({ services }, key) {
    await perform(services['site-content'], site.saveAdditionalData, {
      params: { id: 'default' },
      body: { address: 'Sample House, 1 Example Street\nMumbai 400001', email: 'desk@example.com', phone: '+91 22 5550 0100' } as never,
      files: { image: { field: 'image', bytes: readFileSync(join(import.meta.dirname, 'images', 'payment-code.png')) } },
      actor: owner,
      idempotencyKey: key,
    });
    return {};
  },
};

const messageSent = (number: number, daysAgo: number, at: string, name: string, message: Record<'name' | 'email' | 'subject' | 'message', string>): Step => ({
  number,
  daysAgo,
  at,
  async run(stage, key) {
    const service = stage.services['site-content'];
    await perform(service, site.sendContactMessage, { body: message as never, idempotencyKey: key });
    // Visitors are not told the id; the inbox knows it. A list comes as a page with rows.
    const { rows } = (await service.answer(site.listContactMessages, { query: { q: message.email } as never, actor: admin(stage) })) as { rows: readonly site.ContactMessage[] };
    return { [name]: rows[0]?._id ?? '' };
  },
});

const messageAnswered = (number: number, daysAgo: number, at: string, name: string): Step => ({
  number,
  daysAgo,
  at,
  async run(stage, key) {
    await perform(stage.services['site-content'], site.markContactMessage, {
      params: { id: stage.made[name] ?? '' },
      body: { status: 'answered' } as never,
      actor: admin(stage),
      idempotencyKey: key,
    });
    return {};
  },
});

/** What happened on the public side of the site: how the company is reached and paid, and what visitors asked. */
export const siteSteps: readonly Step[] = [
  companyDataSaved,
  messageSent(41, 4, '15:12', 'answered-message', {
    name: 'Nitin Rao',
    email: 'nitin.rao@example.com',
    subject: 'Sales',
    message: 'Does the API Bridge also give the ledger? We would like to read it into our own accounts once a day.',
  }),
  messageAnswered(42, 3, '10:20', 'answered-message'),
  messageSent(43, 1, '19:45', 'open-message', {
    name: 'Sunita Desai',
    email: 'sunita.desai@example.com',
    subject: 'Support',
    message: 'I registered yesterday and uploaded my PAN card. How long does the approval take?\n\nThank you.',
  }),
];
