import { z } from 'zod';
import { text, wholeNumber } from '../schema.ts';

// The texts of the public pages, as the operator edits them. Unknown keys are refused and every length is bounded, so that a page can always show what is stored.

const short = text('This text', 120);
const line = text('This text', 300);
const long = text('This text', 2_000);
const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Small letters, digits and hyphens');
/** A way within the site, never another scheme: these stand in `href`. */
const sitePath = z
  .string()
  .max(200, 'A link has at most 200 characters')
  .regex(/^\/(?!\/)[a-z0-9/_-]*$/, 'A link is a path of this site, such as /help/prices');
const paragraphs = z.array(long).max(20, 'At most 20 paragraphs');
/** Terms and privacy of a real company are long. */
const legalText = z.array(long).max(80, 'At most 80 paragraphs');
const lines = z.array(line).min(1, 'At least one line').max(12, 'At most 12 lines');
const titled = z.strictObject({ title: short, text: long });
const day = z.iso.date('Please enter a valid date');

const claim = z.strictObject({ id: slug, value: short, label: short, explain: line, asOf: day.nullable(), source: line.nullable() });

const landing = z.strictObject({
  title: short,
  description: line,
  hero: z.strictObject({ heading: short, lead: line, primary: short, secondary: short, underButtons: line, chartCaption: line, chartMore: line }),
  what: z.strictObject({ heading: short, lead: line, items: z.array(titled).min(1).max(6) }),
  features: z.strictObject({
    heading: short,
    items: z
      .array(z.strictObject({ id: slug, title: short, text: long, link: short }))
      .min(1)
      .max(6),
    note: line,
  }),
  why: z.strictObject({ heading: short, items: z.array(titled).min(1).max(12) }),
  speed: z.strictObject({
    heading: short,
    lead: line,
    scale: z
      .array(z.strictObject({ label: short, ms: wholeNumber, kind: z.enum(['claim', 'compare']) }))
      .min(1)
      .max(6),
    counts: line,
    notCounts: line,
  }),
  numbers: z.strictObject({ heading: short }),
  contact: z.strictObject({ heading: short, lead: line, submit: short, done: line }),
  closing: z.strictObject({ heading: short, text: line, client: short, admin: short }),
});

const about = z.strictObject({
  title: short,
  heading: short,
  lead: line,
  tabs: z
    .array(
      z.strictObject({
        id: slug,
        label: short,
        hidden: z.boolean().optional(),
        heading: short,
        body: paragraphs.optional(),
        list: z.array(titled).max(12).optional(),
      }),
    )
    .min(1)
    .max(8),
  numbersHeading: short,
  closing: z.strictObject({ heading: short, signUp: short, signIn: short }),
});

const services = z.strictObject({
  title: short,
  heading: short,
  lead: line,
  tabs: z
    .array(z.strictObject({ id: slug, label: short, card: line, heading: short, lead: line, youGet: lines, youNeed: lines, steps: lines, caution: line.optional() }))
    .min(1)
    .max(8),
  note: line,
  ask: short,
});

const contactPage = z.strictObject({
  title: short,
  heading: short,
  lead: line,
  office: z.strictObject({ heading: short, address: short, phone: short, email: short }),
  before: z.array(z.strictObject({ q: line, a: long })).max(12),
  form: z.strictObject({
    name: short,
    email: short,
    phone: short,
    subject: short,
    /** In this order the server knows them: Support, Sales, Partnership, Other. */
    subjects: z.array(short).length(4, 'There are four subjects'),
    message: short,
    submit: short,
    busy: short,
    done: line,
  }),
});

const footer = z.strictObject({
  columns: z
    .array(z.strictObject({ heading: short, links: z.array(z.tuple([short, sitePath])).max(12) }))
    .min(1)
    .max(4),
  smallLive: long,
  smallDemo: line,
  risk: line,
});

const help = z.strictObject({
  prices: z.strictObject({
    heading: short,
    rows: z
      .array(z.tuple([short, line]))
      .min(1)
      .max(12),
  }),
  withdrawals: z.strictObject({ heading: short, body: paragraphs }),
  marketHours: z.strictObject({ heading: short, body: paragraphs }),
});

/** `demoBody` stands in demo mode; `body` is what the operator publishes before the first real client. */
const legalPage = z.strictObject({ heading: short, demoBody: paragraphs, body: legalText.optional(), updated: day.nullable().optional() });
const legal = z.strictObject({
  risk: z.strictObject({
    heading: short,
    updated: day.nullable(),
    sections: z
      .array(z.strictObject({ heading: short, body: paragraphs.optional(), list: z.array(long).max(20).optional(), source: long.optional() }))
      .min(1)
      .max(20),
  }),
  terms: legalPage,
  privacy: legalPage,
  complaints: legalPage,
});

/** The editable texts and claims of the public pages. `version` counts the edits: the seed is 1. */
export const siteContent = z.strictObject({
  version: wholeNumber,
  locale: z.enum(['en']),
  brand: z.strictObject({ name: short, line: short }),
  demo: z.strictObject({ bannerTag: short, banner: line, bannerShort: short, sampleTag: short, sampleTip: line }),
  header: z.strictObject({ home: short, about: short, services: short, contact: short, open: short, login: short, signUp: short }),
  claims: z.array(claim).max(12),
  landing,
  about,
  services,
  contactPage,
  footer,
  help,
  legal,
});
export type SiteContent = z.infer<typeof siteContent>;
