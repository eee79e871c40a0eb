import { useEffect, useState } from 'react';
import { formatFigure } from '../../lib/format.ts';
import { firstIndices, followIndices } from '../../lib/indices.ts';
import { DataStatusBadge } from '../../ui/data-status.tsx';
import { DayLine } from '../../ui/day-line.tsx';
import { Move } from '../../ui/move.tsx';

/** NIFTY through its day, beside the sign-in form. */
export default function LoginDay() {
  const [{ days, nowMs }, setIndices] = useState(firstIndices);
  useEffect(() => followIndices(setIndices, ['nifty']), []);
  const { status, price, previousClose, points, session, priceMs } = days.nifty;
  return (
    <section aria-label="NIFTY">
      <p className="login-index">
        <b>NIFTY</b>
        <DataStatusBadge status={status} {...(priceMs === undefined ? {} : { priceMs })} {...(nowMs ? { nowMs } : {})} />
      </p>
      <p className="login-price">
        <b>{formatFigure(price)}</b>
        {previousClose !== undefined && <Move price={price} previousClose={previousClose} />}
      </p>
      <DayLine
        what={status === 'sample' ? 'NIFTY, sample day' : 'NIFTY'}
        points={previousClose === undefined ? [] : points}
        previousClose={previousClose ?? price}
        session={session}
        height={190}
      />
      <p className="login-note">
        {previousClose !== undefined && `Dotted line: close of the day before, ${formatFigure(previousClose)}. `}
        Every price in Tradepost says where it comes from and how old it is.
      </p>
    </section>
  );
}
