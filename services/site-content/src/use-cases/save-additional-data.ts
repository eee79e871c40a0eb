import type { Call } from '@tradepost/platform/call.ts';
import { type Decision, deedOf } from '@tradepost/platform/deeds.ts';
import { OutcomeUnknown, Refused } from '@tradepost/platform/errors.ts';
import type * as api from '@tradepost/proto/api/site-content/schemas.ts';
import { changeRecord } from '../changes.ts';
import type { CompanyData, PaymentCode } from '../collections.ts';
import { removeUnnamed, stageCode } from '../payment-code.ts';
import type { Site } from '../site.ts';
import { companyView } from '../views.ts';

type SaveCall = Call<typeof api.saveAdditionalData>;

/**
 * Changes the company's data. A new payment code is judged, read and stored first, and the old picture goes after the commit.
 * Throws Refused 404 for any id but `default`, 409 when `version` was sent and is an older one, 415 for a file that is no picture.
 */
export async function saveAdditionalData(state: Site, call: SaveCall): Promise<api.AdditionalDataAnswer> {
  const before = await state.company.get(call.params.id);
  if (!before) throw new Refused('not-found');
  // Everybody can enter the demonstration: no visitor shows the others a picture, least of all one to pay to.
  if (call.files.image && state.isDemoAccount(call.actor.id)) throw new Refused('demo-account');
  let staged: PaymentCode | undefined;
  try {
    if (call.files.image) staged = await stageCode(state, call.files.image);
    return await changeRecord(state, state.company, before._id, call, (current) => decide(state, call, current, staged));
  } catch (error) {
    // The picture may be the record's by now: it stays, and the sweep looks again.
    if (error instanceof OutcomeUnknown) staged = undefined;
    throw error;
  } finally {
    await removeUnnamed(state, [staged, staged && before.code]);
  }
}

function decide(state: Site, call: SaveCall, current: CompanyData, code: PaymentCode | undefined): Decision<CompanyData, api.AdditionalDataAnswer> {
  const { version, ...sent } = call.body;
  if (version !== undefined && version !== current.version) throw new Refused('version-conflict');
  const next: CompanyData = { ...current, ...sent, ...(code && code.tag !== current.code?.tag ? { code } : {}), version: current.version + 1 };
  const changed = (['address', 'email', 'phone'] as const).filter((field) => next[field] !== current[field]);
  const fields = [...changed, ...(next.code === current.code ? [] : ['image'])];
  if (fields.length === 0) return { answer: companyView(current) };
  const answer = companyView(next);
  const message = { record: next._id, version: BigInt(next.version), atMs: BigInt(state.clock.now()), by: call.actor.id, fields };
  return { next, deed: deedOf(call, state.clock, { scope: current._id, deed: 'edited', fields, answer, event: { name: 'SiteContentUpdated', message } }), answer };
}
