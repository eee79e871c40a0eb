import type { SiteContent } from '@tradepost/proto/api/site-content/content.ts';
import type * as api from '@tradepost/proto/api/site-content/schemas.ts';
import { siteContentSeed } from '@tradepost/proto/api/site-content/seed.ts';
import { type CompanyData, companyId, type PageTexts, type StoredMessage } from './collections.ts';

/** The company data as they are answered. The picture's address names its checksum, so that it may be kept for ever and a new one is seen at once. */
export function companyView(company: CompanyData): api.AdditionalDataAnswer {
  const { address, email, phone, code, version } = company;
  return { data: { address, email, phone, image: code ? `/api/additional-data/${companyId}/image?v=${code.tag}` : null, payee: code?.payee ?? null, version } };
}

/** The texts as they stand: the operator's, else those of the build as version 1. */
export const textsView = (texts: PageTexts): SiteContent => texts.content ?? siteContentSeed;

/** A visitor's message as administrators read it. */
export const messageView = (message: StoredMessage): api.ContactMessage => ({
  _id: message._id,
  name: message.name,
  email: message.email,
  phone: message.phone ?? null,
  subject: message.subject,
  message: message.message,
  status: message.status,
  createdAt: new Date(message.createdAtMs).toISOString(),
  answeredAt: message.answeredAtMs === undefined ? null : new Date(message.answeredAtMs).toISOString(),
});
