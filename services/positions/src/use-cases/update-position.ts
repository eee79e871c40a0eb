import type { Call } from '@tradepost/platform/call.ts';
import { type Decision, deedOf } from '@tradepost/platform/deeds.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import { paise } from '@tradepost/proto/api/money.ts';
import type * as api from '@tradepost/proto/api/positions/schemas.ts';
import type { Entry, Position } from '../collections.ts';
import { changePosition, eventRow } from '../entries.ts';
import { fixPrice, type SentProfit, settleProfit } from '../figures.ts';
import type { Positions } from '../positions.ts';
import { type LivePrice, pricesOf } from '../prices.ts';
import { positionView } from '../views.ts';

type UpdateCall = Call<typeof api.updatePosition>;

/** An administrator changes a position; what was not sent stays as it is. Closing it fixes its profit. Throws Refused 404, and 409 for a stale `version`. */
export function updatePosition(state: Positions, call: UpdateCall): Promise<api.PositionAnswer> {
  const at = { account: call.params.userId, position: call.params.positionId };
  return changePosition(state, at, call, async (current) => {
    if (call.body.version !== undefined && call.body.version !== current.version) throw new Refused('version-conflict');
    const symbol = call.body.symbol ?? current.symbol;
    const [live, names] = await Promise.all([pricesOf(state.prices, [symbol]), state.accounts.names([call.actor.id, current.by.id])]);
    return decide(state, call, current, live.get(symbol), names);
  });
}

/** Names of the HTTP contract, and where their values are kept. */
const fieldPaths = {
  symbol: 'symbol',
  stockQuantity: 'quantity',
  openPrice: 'openPricePaise',
  closePrice: 'closePricePaise',
  type: 'type',
  status: 'active',
  profit: 'profitPaise',
  profitColor: 'profitColor',
  profitSource: 'profitSource',
  note: 'note',
} as const satisfies Record<string, keyof Position>;

function decide(state: Positions, call: UpdateCall, current: Position, live: LivePrice | undefined, names: ReadonlyMap<string, string>): Decision<Entry, api.PositionAnswer> {
  const edited = edit(current, call.body, live);
  const fields = Object.entries(fieldPaths).flatMap(([field, path]) => (edited[path] === current[path] ? [] : [field]));
  const told = (position: Position): api.PositionAnswer => ({ message: 'Data Update Successfully', position: positionView(position, live, names) });
  if (fields.length === 0) return { answer: told(current) };

  const by = { id: call.actor.id, role: call.actor.role };
  const next: Position = { ...edited, version: current.version + 1, by, updatedAtMs: state.clock.now() };
  const answer = told(next);
  const message = { ...eventRow(state, next, call.actor), fields };
  return { next, deed: deedOf(call, state.clock, { scope: current.account, deed: 'position-updated', fields, answer, event: { name: 'PositionUpdated', message } }), answer };
}

function edit(current: Position, body: UpdateCall['body'], live: LivePrice | undefined): Position {
  const { note: before, ...kept } = current;
  const note = body.note ?? before;
  const facts = fixPrice(
    {
      ...kept,
      symbol: body.symbol ?? current.symbol,
      quantity: body.stockQuantity ?? current.quantity,
      openPricePaise: body.openPrice ?? current.openPricePaise,
      closePricePaise: body.closePrice ?? current.closePricePaise,
      type: body.type ?? current.type,
      active: body.status ?? current.active,
      ...(note === undefined || note === '' ? {} : { note }),
    },
    live,
  );
  return { ...facts, ...settleProfit(facts, live, sentProfit(current, body)) };
}

/** Without a figure or colour the profit keeps its source: a computed one follows the new facts, a person's own stays. */
function sentProfit(current: Position, body: UpdateCall['body']): SentProfit {
  const isSent = body.profit !== undefined || body.profitColor !== undefined;
  return {
    sizePaise: body.profit ?? paise(Math.abs(current.profitPaise)),
    color: body.profitColor ?? current.profitColor,
    source: body.profitSource ?? (isSent ? undefined : current.profitSource),
  };
}
