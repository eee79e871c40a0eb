import { paise } from '@tradepost/proto/api/money.ts';
import * as positions from '@tradepost/proto/api/positions/schemas.ts';
import { admin, perform, type Step } from './stage.ts';

/** Prices in rupees, near those with which the made-up market begins. */
interface Bought {
  readonly symbol: string;
  readonly type: 'BUY' | 'SELL';
  readonly quantity: number;
  readonly openPrice: number;
}

const inPaise = (rupees: number) => paise(Math.round(rupees * 100));

const entered = (number: number, daysAgo: number, at: string, { symbol, type, quantity, openPrice }: Bought): Step => ({
  number,
  daysAgo,
  at,
  async run(stage, key) {
    const body = {
      symbol,
      type,
      stockQuantity: quantity * 10_000,
      openPrice: inPaise(openPrice),
      profit: paise(0),
      profitColor: 'neutral',
      profitSource: 'computed',
      status: true,
    };
    const answer = await perform(stage.services.positions, positions.addPosition, {
      params: { userId: stage.made.client ?? '' },
      body: body as never,
      actor: admin(stage),
      idempotencyKey: key,
    });
    return { [`position-${symbol}`]: answer.position._id };
  },
});

/** Closes a position: with the calculated profit, or with a figure of the administrator's own and why. */
const closed = (number: number, daysAgo: number, at: string, symbol: string, closePrice: number, own?: { loss: number; note: string }): Step => ({
  number,
  daysAgo,
  at,
  async run(stage, key) {
    const profit = own ? { profit: inPaise(own.loss), profitColor: 'red', profitSource: 'manual', note: own.note } : { profitSource: 'computed' };
    await perform(stage.services.positions, positions.updatePosition, {
      params: { userId: stage.made.client ?? '', positionId: stage.made[`position-${symbol}`] ?? '' },
      body: { status: false, closePrice: inPaise(closePrice), ...profit } as never,
      actor: admin(stage),
      idempotencyKey: key,
    });
    return {};
  },
});

/** What the client of the story holds and held: five active positions and two closed ones, one of them with a figure that was entered by hand. */
export const positionSteps: readonly Step[] = [
  entered(60, 22, '10:40', { symbol: 'WIPRO', type: 'SELL', quantity: 200, openPrice: 178.35 }),
  entered(61, 20, '11:20', { symbol: 'TITAN', type: 'BUY', quantity: 10, openPrice: 4_921 }),
  closed(62, 12, '14:55', 'TITAN', 5_083.5),
  entered(63, 11, '09:35', { symbol: 'SBIN', type: 'BUY', quantity: 80, openPrice: 1_054.2 }),
  entered(64, 10, '12:05', { symbol: 'RELIANCE', type: 'BUY', quantity: 40, openPrice: 1_331.5 }),
  // 510.00 are lost by the prices; 60.00 of brokerage came back.
  closed(65, 9, '15:10', 'WIPRO', 180.9, { loss: 450, note: 'Brokerage of ₹60.00 was given back.' }),
  entered(66, 8, '10:15', { symbol: 'ITC', type: 'SELL', quantity: 150, openPrice: 276.1 }),
  entered(67, 5, '13:45', { symbol: 'ICICIBANK', type: 'BUY', quantity: 50, openPrice: 1_396 }),
  entered(68, 4, '09:50', { symbol: 'HDFCBANK', type: 'BUY', quantity: 60, openPrice: 711.2 }),
];
