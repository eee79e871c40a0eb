import type { Call } from '@tradepost/platform/call.ts';
import { deedOf } from '@tradepost/platform/deeds.ts';
import { DuplicateKey, OutcomeUnknown, Refused } from '@tradepost/platform/errors.ts';
import { timeOrderedId } from '@tradepost/platform/ids.ts';
import { paise } from '@tradepost/proto/api/money.ts';
import type * as api from '@tradepost/proto/api/positions/schemas.ts';
import type { Position } from '../collections.ts';
import { eventRow, headOf, onceOnAccount, stands } from '../entries.ts';
import { fixPrice, settleProfit } from '../figures.ts';
import type { Positions } from '../positions.ts';
import { type LivePrice, pricesOf } from '../prices.ts';
import { positionView } from '../views.ts';

type AddCall = Call<typeof api.addPosition>;

const attempts = 12;

/** An administrator enters a position, on any account that is not deleted. Throws Refused 404 for no account and 409 when it is being closed. */
export async function addPosition(state: Positions, call: AddCall): Promise<api.PositionAnswer> {
  const account = call.params.userId;
  const answer = await onceOnAccount(state, account, call, async () => {
    await state.accounts.existing(account, call.requestId);
    const [live, names] = await Promise.all([pricesOf(state.prices, [call.body.symbol]), state.accounts.names([call.actor.id])]);
    const price = live.get(call.body.symbol);
    const told = (position: Position): api.PositionAnswer => ({ message: 'Data Add Successfully!', position: positionView(position, price, names) });
    return state.inTurn(account, () => commit(state, call, price, told));
  });
  state.wake();
  return answer;
}

/** Inserts under the next number of the account: when another addition or a closing was faster, the number is taken and the head is read again. */
async function commit(state: Positions, call: AddCall, live: LivePrice | undefined, told: (position: Position) => api.PositionAnswer): Promise<api.PositionAnswer> {
  const account = call.params.userId;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const head = await headOf(state, account);
    if (head?.kind === 'closing' && stands(head)) {
      await state.accounts.existingNow(account, call.requestId);
      throw new Refused('account-closed');
    }
    const position = newPosition(state, call, live, (head?.number ?? 0) + 1);
    const answer = told(position);
    const message = eventRow(state, position, call.actor);
    const deed = deedOf(call, state.clock, { scope: account, deed: 'position-added', answer, event: { name: 'PositionAdded', message } });
    try {
      await state.entries.insert({ ...position, outbox: [deed] });
      return answer;
    } catch (error) {
      if (error instanceof OutcomeUnknown && (await state.entries.get(position._id))) return answer;
      if (!(error instanceof DuplicateKey)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 5 * (attempt + 1)));
  }
  throw new Refused('busy');
}

function newPosition({ clock }: Positions, { params, body, actor, idempotencyKey }: AddCall, live: LivePrice | undefined, number: number): Position {
  const now = clock.now();
  const facts = fixPrice(
    {
      symbol: body.symbol,
      type: body.type,
      quantity: body.stockQuantity,
      openPricePaise: body.openPrice,
      closePricePaise: body.closePrice ?? paise(0),
      active: body.status ?? true,
    },
    live,
  );
  return {
    _id: timeOrderedId(now),
    version: 1,
    outbox: [],
    kind: 'position',
    account: params.userId,
    number,
    listed: true,
    ...facts,
    ...settleProfit(facts, live, { sizePaise: body.profit, color: body.profitColor, source: body.profitSource }),
    ...(body.note === undefined ? {} : { note: body.note }),
    createdAtMs: now,
    updatedAtMs: now,
    by: { id: actor.id, role: actor.role },
    addedUnder: idempotencyKey,
  };
}
