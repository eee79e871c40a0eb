import type { Change, Collection } from '@tradepost/platform/ports.ts';
import { SealBroken, type Sealer } from '@tradepost/platform/seal.ts';
import type { User } from './collections.ts';
import { type SealedField, sealContext } from './masking.ts';

const pageSize = 200;

/** Opens a sealed number and seals it with the newest key; undefined when there is none, or when it was damaged before. */
function anew(sealer: Sealer, account: string, field: SealedField, sealed: string | undefined): { sealed: string; number: string } | undefined {
  if (sealed === undefined) return undefined;
  try {
    const number = sealer.open(sealed, sealContext(account, field));
    return { sealed: sealer.seal(number, sealContext(account, field)), number };
  } catch (error) {
    if (error instanceof SealBroken) return undefined;
    throw error;
  }
}

function changeOf(sealer: Sealer, user: User): NonNullable<Change['set']> {
  const pan = anew(sealer, user._id, 'pancard', user.panSealed);
  const aadhaar = anew(sealer, user._id, 'aadharcard', user.aadhaarSealed);
  const bank = anew(sealer, user._id, 'accountNumber', user.bankDetails?.accountSealed);
  return {
    // The keyed hash that keeps a PAN unique changes with the key as well.
    ...(pan ? { panSealed: pan.sealed, ...(user.panHash === undefined ? {} : { panHash: sealer.blindIndex(pan.number, 'pancard') }) } : {}),
    ...(aadhaar ? { aadhaarSealed: aadhaar.sealed } : {}),
    ...(bank ? { 'bankDetails.accountSealed': bank.sealed } : {}),
  };
}

/**
 * Seals every number of every person with the newest key, a person at a time, each in one write; a second run does it again and harms nothing.
 * For a store that no service uses at the moment. Gives the number of people whose numbers were sealed.
 */
export async function resealNumbers(users: Pick<Collection<User>, 'find' | 'update'>, sealer: Sealer): Promise<number> {
  let resealed = 0;
  let after = '';
  for (;;) {
    const page = await users.find({ filter: { _id: { gt: after } }, sort: { _id: 1 }, limit: pageSize });
    const changes = page.map((user) => ({ id: user._id, set: changeOf(sealer, user) })).filter(({ set }) => Object.keys(set).length > 0);
    await Promise.all(changes.map(({ id, set }) => users.update(id, { set })));
    resealed += changes.length;
    after = page.at(-1)?._id ?? after;
    if (page.length < pageSize) return resealed;
  }
}
