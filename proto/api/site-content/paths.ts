import { call } from '../call.ts';
import type { SiteContent } from './content.ts';
import type {
  AdditionalDataAnswer,
  AdditionalDataBody,
  ContactBody,
  ContactMessage,
  ContactMessageBody,
  ContactMessagesQuery,
  ContentEdit,
  HistoryQuery,
  ImageQuery,
} from './schemas.ts';

export type { SiteContent } from './content.ts';
export type { AdditionalData, ContactBody, ContactMessage, ContactMessageStatus, ContactSubject, ContentEdit, Payee } from './schemas.ts';

export const getAdditionalData = call<{ answer: AdditionalDataAnswer }>()('GET', '/additional-data/:id');
export const saveAdditionalData = call<{ body: AdditionalDataBody; answer: AdditionalDataAnswer }>()('PUT', '/additional-data/:id');
export const getPaymentCode = call<{ query: ImageQuery; answer: undefined }>()('GET', '/additional-data/:id/image');
export const getSiteContent = call<{ answer: SiteContent }>()('GET', '/site-content/:locale');
export const saveSiteContent = call<{ body: SiteContent; answer: SiteContent }>()('PUT', '/site-content/:locale');
export const listContentEdits = call<{ query: HistoryQuery; answer: ContentEdit[] }>()('GET', '/site-content/:locale/history');
export const sendContactMessage = call<{ body: ContactBody; answer: { message: string } }>()('POST', '/contact');
export const listContactMessages = call<{ query: ContactMessagesQuery; answer: ContactMessage[] }>()('GET', '/contact-messages');
export const markContactMessage = call<{ body: ContactMessageBody; answer: ContactMessage }>()('PATCH', '/contact-messages/:id');
