import type { Call } from '@tradepost/platform/call.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import type * as api from '@tradepost/proto/api/site-content/schemas.ts';
import type { Site } from '../site.ts';
import { companyView } from '../views.ts';

/** Gives address, e-mail, phone and payment code of the company; empty texts before they are filled in. Any id but `default` is 404. */
export async function getAdditionalData({ company }: Site, { params }: Call<typeof api.getAdditionalData>): Promise<api.AdditionalDataAnswer> {
  const found = await company.get(params.id);
  if (!found) throw new Refused('not-found');
  return companyView(found);
}
