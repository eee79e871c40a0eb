import { invalidField } from '@tradepost/platform/errors.ts';
import { canonicalJson, sha256 } from '@tradepost/platform/json.ts';
import type { SiteContent } from '@tradepost/proto/api/site-content/content.ts';

/** The ETag of the texts: the version, and a checksum because a new build may bring other texts as the same version 1. */
export const contentTag = (content: SiteContent): string => `"${content.version}-${sha256(canonicalJson(content)).slice(0, 12)}"`;

/** Reads the version out of an If-Match header: `"3"`, `3` or the ETag. Throws Refused 422 on `If-Match` when it is missing or names none. */
export function versionOf(ifMatch: string): number {
  if (ifMatch === '') throw invalidField('If-Match', 'If-Match is required: the version of the texts that were edited');
  const version = /^(?:W\/)?"?(\d{1,15})(?:-[0-9a-f]{12})?"?$/.exec(ifMatch)?.[1];
  if (version === undefined) throw invalidField('If-Match', 'If-Match names one version, such as "3"');
  return Number(version);
}
