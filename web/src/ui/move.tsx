import { spokenMove, writtenMove } from '../lib/day-line.ts';
import './day-line.css';

/** A move against yesterday's close with its triangle: colour, sign and shape say the same. A reader hears it in words. */
export function Move({ price, previousClose }: { price: number; previousClose: number }) {
  const move = price - previousClose;
  const side = move > 0 ? 'up' : move < 0 ? 'down' : 'none';
  const shapes = { up: 'M0 7 4 0l4 7z', down: 'M0 0h8L4 7z', none: 'M0 3h8v2H0z' };
  return (
    <span className="tp-move" data-side={side}>
      <svg viewBox="0 0 8 7" width="8" height="7" aria-hidden="true" focusable="false">
        <path d={shapes[side]} fill="currentColor" />
      </svg>
      <span aria-hidden="true">{writtenMove(price, previousClose)}</span>
      <span className="tp-hidden">{spokenMove(price, previousClose)}</span>
    </span>
  );
}
