import type { Position } from '@tradepost/proto/api/positions/paths.ts';
import { Pencil } from 'lucide-react';
import { formatRupees, formatSignedRupees } from '../../lib/format.ts';
import { Changing } from '../../ui/changing.tsx';
import { Icon } from '../../ui/icon.tsx';
import { calculatedBeside, formatPercent, profitPercent, signedProfit } from './figures.ts';

type Direction = 'up' | 'down' | 'none';
const directionOf = (amount: number): Direction => (amount > 0 ? 'up' : amount < 0 ? 'down' : 'none');
const shapes = { up: 'M0 7 4 0l4 7z', down: 'M0 0h8L4 7z' };

/** Rupees with triangle, sign and colour; 0 has none of them. */
export function SignedRupees({ amount }: { amount: number }) {
  const direction = directionOf(amount);
  return (
    <span className={`tp-signed tp-amount${direction === 'none' ? '' : ` tp-${direction}`}`}>
      {direction !== 'none' && (
        <svg viewBox="0 0 8 7" width="8" height="7" aria-hidden="true" focusable="false">
          <path d={shapes[direction]} fill="currentColor" />
        </svg>
      )}
      {direction === 'none' ? formatRupees(amount) : formatSignedRupees(amount)}
    </span>
  );
}

/** Marks a figure that a person typed, with the calculated one (`beside`) where it differs: "Entered. Calculated -₹510.00". */
export function Entered({ word = 'Entered', beside }: { word?: string; beside?: string | undefined }) {
  return (
    <span className="tp-entered">
      <span>
        <Icon of={Pencil} size={13} />
        {beside ? `${word}.` : word}
      </span>{' '}
      {beside && <span>{beside}</span>}
    </span>
  );
}

/** The profit of a position; one that was typed says so, with the calculated figure where it differs. */
export function Profit({ position }: { position: Position }) {
  const beside = calculatedBeside(position);
  return (
    <span className="tp-profit">
      <Changing value={signedProfit(position)}>
        <SignedRupees amount={signedProfit(position)} />
      </Changing>
      {position.profitSource === 'manual' && <Entered beside={beside} />}
    </span>
  );
}

export function Percent({ position }: { position: Position }) {
  const percent = profitPercent(position);
  const direction = directionOf(signedProfit(position));
  return <span className={direction === 'none' ? undefined : `tp-${direction}`}>{formatPercent(percent)}</span>;
}

export const Side = ({ type }: { type: string }) => (
  <span className="tp-tag tp-side" data-side={type}>
    {type}
  </span>
);
