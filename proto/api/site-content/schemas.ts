import { z } from 'zod';
import { contract, type FileRule, listQuery, message, text } from '../schema.ts';
import { siteContent } from './content.ts';
import * as paths from './paths.ts';

const email = z.string().trim().toLowerCase().pipe(z.email('Please enter a valid e-mail address').max(254, 'An e-mail address has at most 254 characters'));
/** Office numbers and numbers from abroad count as well: 6 to 15 digits (ITU E.164), with the signs people write between them. */
const phone = z
  .string()
  .trim()
  .min(1, 'Phone is required')
  .max(30, 'A phone number has at most 30 characters')
  .regex(/^\+?[0-9 ()/-]*$/, 'Please enter a valid phone number')
  .refine((value) => /^\d{6,15}$/.test(value.replace(/\D/g, '')), 'Please enter a valid phone number');

/** Who is paid by the payment code, as the code itself says (NPCI, UPI linking specification: `pn` and `pa`). */
export const payee = z.object({ name: z.string(), upiId: z.string() });
export type Payee = z.infer<typeof payee>;

/** `image` is the payment code; `payee` is null when it is no UPI code. `version` counts the changes: 0 before the first. */
export const additionalData = z.object({
  address: z.string(),
  email: z.string(),
  phone: z.string(),
  image: z.string().nullable(),
  payee: payee.nullable(),
  version: z.number(),
});
export type AdditionalData = z.infer<typeof additionalData>;
export const additionalDataAnswer = z.object({ data: additionalData });
export type AdditionalDataAnswer = z.infer<typeof additionalDataAnswer>;

export const additionalDataBody = z.strictObject({
  address: text('Address', 500),
  email,
  phone,
  version: z
    .string()
    .regex(/^\d{1,15}$/, 'This must be a whole number')
    .transform(Number)
    .optional(),
});
export type AdditionalDataBody = z.input<typeof additionalDataBody>;

const paymentCode: FileRule = { kinds: ['jpeg', 'png', 'webp'], required: false };
const imageQuery = z.strictObject({ v: z.string().max(64).optional() });
export type ImageQuery = z.input<typeof imageQuery>;

/** One edit of the texts: what stood at each place before and after; null where nothing stood. `by.name` is null while users is away. */
export const contentEdit = z.object({
  _id: z.string(),
  version: z.number(),
  by: z.object({ _id: z.string(), role: z.string(), name: z.string().nullable() }),
  fields: z.array(z.string()),
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  createdAt: z.string(),
});
export type ContentEdit = z.infer<typeof contentEdit>;
const historyQuery = listQuery(['-createdAt', 'createdAt']).omit({ q: true });
export type HistoryQuery = z.input<typeof historyQuery>;

export const contactSubject = z.enum(['Support', 'Sales', 'Partnership', 'Other'], { error: 'Subject is required' });
export type ContactSubject = z.infer<typeof contactSubject>;
export const contactBody = z.strictObject({ name: text('Name', 100), email, phone: phone.optional(), subject: contactSubject, message: text('Message', 2_000) });
export type ContactBody = z.input<typeof contactBody>;

export const contactMessageStatus = z.enum(['new', 'answered']);
export type ContactMessageStatus = z.infer<typeof contactMessageStatus>;
export const contactMessage = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  subject: contactSubject,
  message: z.string(),
  status: contactMessageStatus,
  createdAt: z.string(),
  answeredAt: z.string().nullable(),
});
export type ContactMessage = z.infer<typeof contactMessage>;
const contactMessagesQuery = listQuery(['-createdAt', 'createdAt']).extend({ status: contactMessageStatus.optional() });
export type ContactMessagesQuery = z.input<typeof contactMessagesQuery>;
export const contactMessageBody = z.strictObject({ status: contactMessageStatus });
export type ContactMessageBody = z.input<typeof contactMessageBody>;

export const getAdditionalData = contract(paths.getAdditionalData, {
  summary: 'Address, e-mail, phone and payment code of the company',
  access: 'public',
  answer: additionalDataAnswer,
});
export const saveAdditionalData = contract(paths.saveAdditionalData, {
  summary: 'Change address, e-mail, phone and payment code',
  access: 'admin',
  fresh: true,
  media: 'multipart',
  body: additionalDataBody,
  files: { image: paymentCode },
  answer: additionalDataAnswer,
});
export const getPaymentCode = contract(paths.getPaymentCode, {
  summary: 'The picture of the payment code, by the address that the data name',
  access: 'public',
  query: imageQuery,
  produces: 'image/*',
});
export const getSiteContent = contract(paths.getSiteContent, { summary: 'The texts and claims of the public pages, with an ETag', access: 'public', answer: siteContent });
export const saveSiteContent = contract(paths.saveSiteContent, {
  summary: 'Replace the texts and claims of the public pages; If-Match names the version that was read',
  access: 'admin',
  fresh: true,
  body: siteContent,
  largeBody: true,
  answer: siteContent,
});
export const listContentEdits = contract(paths.listContentEdits, {
  summary: 'Who changed which text, from what to what',
  access: 'admin',
  query: historyQuery,
  answer: z.array(contentEdit),
});
export const sendContactMessage = contract(paths.sendContactMessage, {
  summary: 'Leave a message for the company',
  access: 'public',
  status: 202,
  body: contactBody,
  answer: message,
});
export const listContactMessages = contract(paths.listContactMessages, {
  summary: 'Messages of visitors, newest first',
  access: 'admin',
  query: contactMessagesQuery,
  answer: z.array(contactMessage),
});
export const markContactMessage = contract(paths.markContactMessage, {
  summary: 'Mark a message as answered, or as new again',
  access: 'admin',
  fresh: true,
  body: contactMessageBody,
  answer: contactMessage,
});
