import { type Call, Reply } from '@tradepost/platform/call.ts';
import { type Decision, deedOf } from '@tradepost/platform/deeds.ts';
import { invalidField, Refused } from '@tradepost/platform/errors.ts';
import type { SiteContent } from '@tradepost/proto/api/site-content/content.ts';
import type * as api from '@tradepost/proto/api/site-content/schemas.ts';
import { changeRecord } from '../changes.ts';
import type { PageTexts } from '../collections.ts';
import { contentTag, versionOf } from '../content-tag.ts';
import { type Difference, differences } from '../differences.ts';
import type { Site } from '../site.ts';
import { textsView } from '../views.ts';

type SaveCall = Call<typeof api.saveSiteContent>;

/** What an edit leaves in its deed: the texts for a replay, and what changed for the history. */
export interface EditRecord {
  readonly content: SiteContent;
  readonly changes: readonly Difference[];
}

/**
 * Replaces the texts of the public pages when `If-Match` names the version that stands; the version goes up by one.
 * Throws Refused 409 `version-conflict` when another edit came first, 422 without a readable If-Match or when the texts name another locale or version, 404 for a language there is none for.
 */
export async function saveSiteContent(state: Site, call: SaveCall): Promise<Reply<SiteContent>> {
  const { locale } = call.params;
  if (!(await state.texts.get(locale))) throw new Refused('not-found');
  const version = versionOf(call.ifMatch);
  if (call.body.locale !== locale) throw invalidField('locale', 'The texts are of another language than the address');
  if (call.body.version !== version) throw invalidField('version', 'The texts are of another version than If-Match');
  const { content } = await changeRecord(state, state.texts, locale, call, (current) => decide(state, call, current, version));
  return new Reply(content, { ETag: contentTag(content) });
}

function decide(state: Site, call: SaveCall, current: PageTexts, version: number): Decision<PageTexts, EditRecord> {
  const before = textsView(current);
  if (before.version !== version) throw new Refused('version-conflict');
  const changes = differences(before, call.body);
  if (changes.length === 0) return { answer: { content: before, changes } };
  const content: SiteContent = { ...call.body, version: version + 1 };
  const answer: EditRecord = { content, changes };
  const fields = [...new Set(changes.map(({ field }) => field.split('.')[0] ?? field))];
  const message = { record: current._id, version: BigInt(content.version), atMs: BigInt(state.clock.now()), by: call.actor.id, fields };
  return {
    next: { ...current, content, version: current.version + 1 },
    deed: deedOf(call, state.clock, { scope: current._id, deed: 'edited', fields, answer, event: { name: 'SiteContentUpdated', message } }),
    answer,
  };
}
