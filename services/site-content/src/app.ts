import { aggregateOutbox } from '@tradepost/platform/deeds.ts';
import { DuplicateKey } from '@tradepost/platform/errors.ts';
import type { Client } from '@tradepost/platform/internal.ts';
import type { OutboxSource } from '@tradepost/platform/outbox.ts';
import type { DocumentStore, EventRecord, Mailer, ObjectStore } from '@tradepost/platform/ports.ts';
import { assemble, type Service, type ServiceContext } from '@tradepost/platform/service.ts';
import type * as usersInternal from '@tradepost/proto/api/users/internal.ts';
import { companyId, locales, siteCollections } from './collections.ts';
import { consumers } from './consumers.ts';
import { sweepCodes } from './payment-code.ts';
import { routes } from './routes.ts';
import type { Site } from './site.ts';

/** What the site-content service stands on. */
export interface SiteContentPorts {
  readonly documents: DocumentStore;
  readonly objects: ObjectStore;
  readonly users: Client<typeof usersInternal>;
  readonly mailer: Mailer;
  /** Where visitors' messages are sent to as well. */
  readonly operatorEmail?: string | undefined;
  /** The accounts of the demonstration; undefined in live mode and while there are none. */
  readonly demoAccounts?: () => { readonly client: string; readonly admin: string } | undefined;
}

const topic = 'tradepost.site_content';

async function* nothingKept(): AsyncGenerator<readonly EventRecord[]> {}

/** Several outboxes as one. An id is of one collection alone, so that settling asks each and only its own finds anything. */
const joined = (sources: readonly OutboxSource[]): OutboxSource => ({
  topic,
  pending: async (limit) => (await Promise.all(sources.map((source) => source.pending(limit)))).flat(),
  settle: async (sent) => {
    for (const source of sources) await source.settle(sent);
  },
  // They share one collection of deeds, so one of them knows all that was told.
  since: (sinceMs) => sources[0]?.since?.(sinceMs) ?? nothingKept(),
});

/** The records that are always there, so that a change finds what it changes. */
async function layGround({ company, texts }: Site): Promise<void> {
  const once = async (insert: Promise<void>): Promise<void> => {
    try {
      await insert;
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
    }
  };
  await once(company.insert({ _id: companyId, version: 0, outbox: [], address: '', email: '', phone: '' }));
  for (const locale of locales) await once(texts.insert({ _id: locale, version: 1, outbox: [] }));
}

/** Builds the site-content service: the company's data, the texts of the public pages and what visitors write. */
export function createSiteContent(context: ServiceContext, ports: SiteContentPorts): Service {
  const collections = siteCollections(ports.documents);
  const { company, texts, messages, deeds } = collections;
  let wakeRelay: () => void = () => undefined;
  const state: Site = {
    ...collections,
    objects: ports.objects,
    users: ports.users,
    mailer: ports.mailer,
    operatorEmail: ports.operatorEmail,
    isDemoAccount: (id) => Object.values(ports.demoAccounts?.() ?? {}).includes(id),
    clock: context.clock,
    log: context.log.child({ service: 'site-content' }),
    wake: () => wakeRelay(),
  };
  return assemble({
    name: 'site-content',
    context,
    state,
    documents: ports.documents,
    routes,
    internalRoutes: [],
    consumers,
    outbox: joined([
      aggregateOutbox('site-content', topic, company, deeds),
      aggregateOutbox('site-content', topic, texts, deeds),
      aggregateOutbox('site-content', topic, messages, deeds),
    ]),
    onRelay: (wake) => {
      wakeRelay = wake;
    },
    begin: async () => {
      await layGround(state);
      await sweepCodes(state);
    },
  });
}
