import type { Users } from '../users.ts';

/** A deletion is looked at once more after this time: the relay may have held a deed in its hands while the answers were erased. */
const secondLookMs = 30_000;

/**
 * Finishes what auth must do after a commit here: end the sessions of a disabled account, or erase the password of a deleted one.
 * Safe to repeat. Throws Refused 503 when auth does not answer; the mark stays and the upkeep tries again.
 */
export async function finishAfterwards(state: Users, account: string): Promise<void> {
  const user = await state.users.get(account);
  const mark = user?.afterwards;
  if (!user || !mark) return;
  const unchanged = { 'afterwards.sinceMs': mark.sinceMs, 'afterwards.what': mark.what };
  if (mark.what === 'end-sessions') {
    await state.auth.endSessions({ body: { account, reason: 'disabled' } });
    await state.users.update(account, { unset: ['afterwards'] }, unchanged);
    return;
  }
  await state.auth.removeCredentials({ body: { account } });
  await eraseAnswers(state, account);
  await eraseAnswers(state, user.madeUnder.scope, user.madeUnder.key);
  if (state.clock.now() - mark.sinceMs >= secondLookMs) await state.users.update(account, { unset: ['afterwards'] }, unchanged);
}

/** Takes the recorded answers, which hold personal data, out of the deeds of a scope; what was done by whom stays, and so does the answer to the deletion. */
async function eraseAnswers({ deeds }: Users, scope: string, key?: string): Promise<void> {
  for (let after = ''; ; ) {
    const page = await deeds.find({ filter: { scope, ...(key === undefined ? {} : { key }) }, sort: { _id: 1 }, ...(after === '' ? {} : { after: [after] }), limit: 200 });
    for (const deed of page) if (deed.deed !== 'deleted' && deed.answer !== undefined) await deeds.update(deed._id, { unset: ['answer'] });
    const last = page.at(-1);
    if (!last || page.length < 200) return;
    after = last._id;
  }
}
