import { type Aggregate, deedsDefinition, outboxIndex, type StoredDeed } from '@tradepost/platform/deeds.ts';
import type { Collection, CollectionDefinition, DocumentStore } from '@tradepost/platform/ports.ts';
import type { SiteContent } from '@tradepost/proto/api/site-content/content.ts';
import type { ContactMessageStatus, ContactSubject, Payee } from '@tradepost/proto/api/site-content/schemas.ts';

/** The picture of the payment code in the object store. `tag` is the beginning of its checksum: the address of the picture changes with it. */
export interface PaymentCode {
  readonly key: string;
  readonly contentType: string;
  readonly tag: string;
  readonly payee: Payee | null;
}

/** Where the company is found and how it is paid. The one record is `default`; before the first change its texts are empty. */
export interface CompanyData extends Aggregate {
  readonly address: string;
  readonly email: string;
  readonly phone: string;
  readonly code?: PaymentCode;
}

/** The texts of the public pages in one language, by its locale. Until the first edit there is no `content`: then the texts of the build stand, which a later version may mend. */
export interface PageTexts extends Aggregate {
  readonly content?: SiteContent;
}

/** What a visitor wrote. */
export interface StoredMessage extends Aggregate {
  readonly name: string;
  readonly email: string;
  readonly phone?: string;
  readonly subject: ContactSubject;
  readonly message: string;
  readonly status: ContactMessageStatus;
  readonly createdAtMs: number;
  readonly answeredAtMs?: number;
  /** The operator has it by mail. */
  readonly mailedAtMs?: number;
  /** The idempotency key under which it came: unique, so no retry makes a second one. */
  readonly madeUnder: { readonly scope: string; readonly key: string; readonly hash: string };
  /** What the list searches, in lower case. */
  readonly words: readonly string[];
}

/** The one record of company data (the fixed id of the specification). */
export const companyId = 'default';
/** Languages there are texts for. */
export const locales = ['en'] as const;

export const companyDefinition: CollectionDefinition = { name: 'company', indexes: [outboxIndex] };
export const textsDefinition: CollectionDefinition = { name: 'texts', indexes: [outboxIndex] };
export const messagesDefinition: CollectionDefinition = {
  name: 'messages',
  indexes: [
    { name: 'made_under', keys: { 'madeUnder.scope': 1, 'madeUnder.key': 1 }, unique: true },
    { name: 'createdAt', keys: { createdAtMs: 1, _id: 1 } },
    { name: 'status_createdAt', keys: { status: 1, createdAtMs: 1, _id: 1 } },
    { name: 'words', keys: { words: 1 }, eachElement: true },
    outboxIndex,
  ],
};

/** Names the collections of the service. */
export function siteCollections(documents: DocumentStore): {
  company: Collection<CompanyData>;
  texts: Collection<PageTexts>;
  messages: Collection<StoredMessage>;
  deeds: Collection<StoredDeed>;
} {
  return {
    company: documents.collection<CompanyData>(companyDefinition),
    texts: documents.collection<PageTexts>(textsDefinition),
    messages: documents.collection<StoredMessage>(messagesDefinition),
    deeds: documents.collection<StoredDeed>(deedsDefinition),
  };
}

/** A text as it is searched. */
export const searchKey = (text: string): string => text.normalize('NFC').toLowerCase().trim();

/** The beginnings by which the inbox finds a message: words of the name, the e-mail and the subject, in lower case, each once. */
export function searchWords(message: { name: string; email: string; subject: string }): string[] {
  const parts = [message.name, ...message.name.split(/\s+/), message.email, message.subject];
  return [...new Set(parts.map(searchKey).filter((word) => word !== ''))];
}
