import { type Call, Reply } from '@tradepost/platform/call.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import type { SiteContent } from '@tradepost/proto/api/site-content/content.ts';
import type * as api from '@tradepost/proto/api/site-content/schemas.ts';
import { contentTag } from '../content-tag.ts';
import type { Site } from '../site.ts';
import { textsView } from '../views.ts';

/** Gives the texts of the public pages. Kept by browsers and asked for again each time, which a tag makes cheap. A language there is none for is 404. */
export async function getSiteContent({ texts }: Site, { params }: Call<typeof api.getSiteContent>): Promise<Reply<SiteContent>> {
  const found = await texts.get(params.locale);
  if (!found) throw new Refused('not-found');
  const content = textsView(found);
  return new Reply(content, { ETag: contentTag(content), 'Cache-Control': 'public, no-cache' });
}
