import { Switch } from 'antd';
import { memo, useId } from 'react';
import type { DataStatus } from '../../lib/data-status.ts';
import { sessionOf } from '../../lib/day-line.ts';
import { formatClock, formatFigure } from '../../lib/format.ts';
import { formatVolume } from '../../lib/quote.ts';
import { Change } from '../../ui/change.tsx';
import { Changing } from '../../ui/changing.tsx';
import { DataStatusBadge } from '../../ui/data-status.tsx';
import { DayLine } from '../../ui/day-line.tsx';
import { Known } from '../../ui/missing.tsx';
import { DayRange } from '../../ui/summary-card.tsx';
import { dayPoints, externalChart, type ShareCard as Share } from './cards.ts';

interface Props {
  share: Share;
  /** The page's own label; a card that says the same carries none. */
  pageStatus: DataStatus;
  /** Whether the chart of the external service stands in place of our own figures. */
  external: boolean;
  onExternal: (symbol: string, on: boolean) => void;
}

/** One share in 450 px: our own figures of its day, or the external service's chart. */
export const ShareCard = memo(function ShareCard({ share, pageStatus, external, onExternal }: Props) {
  const id = useId();
  const { instrument, row } = share;
  return (
    <section className="tp-panel share-card" aria-labelledby={id}>
      <header>
        <div>
          <h2 id={id} tabIndex={-1}>
            {instrument.symbol}
          </h2>
          <p>{instrument.name}</p>
        </div>
        <div className="price">
          <Changing value={row?.price ?? null}>
            <b>
              <Known>{formatFigure(row?.price)}</Known>
            </b>
          </Changing>
          <p>{row && <Change text={row.changes} />}</p>
        </div>
      </header>
      {external ? <ExternalChart share={share} /> : <OwnFigures share={share} pageStatus={pageStatus} />}
      <p className="share-switch">
        <Switch id={`${id}external`} size="small" checked={external} onChange={(on) => onExternal(instrument.symbol, on)} />
        <label htmlFor={`${id}external`}>
          Chart of the external service<span className="tp-hidden"> for {instrument.symbol}</span>
        </label>
      </p>
    </section>
  );
});

function OwnFigures({ share: { instrument, row }, pageStatus }: { share: Share; pageStatus: DataStatus }) {
  if (!row) return <p className="share-unknown">No price yet.</p>;
  const priceMs = Date.parse(row.timestamp);
  return (
    <div className="share-own">
      <div>
        <DayLine
          what={row.status === 'sample' ? `${instrument.symbol}, sample day` : instrument.symbol}
          points={row.previousClose === null ? [] : dayPoints(row)}
          previousClose={row.previousClose ?? row.price}
          session={sessionOf(priceMs)}
          height={100}
          hours={false}
          readable={false}
        />
        <p className="tp-summary-hours" aria-hidden="true">
          <span>09:15</span>
          <span>15:30</span>
        </p>
      </div>
      <DayRange quote={row} />
      <dl className="tp-lines">
        <div>
          <dt>Previous close</dt>
          <dd>
            <Known>{formatFigure(row.previousClose)}</Known>
          </dd>
        </div>
        <div>
          <dt>Volume</dt>
          <dd>
            <Known>{formatVolume(row.volume)}</Known>
          </dd>
        </div>
        <div>
          <dt>Price of</dt>
          <dd>{row.status === pageStatus ? `${formatClock(row.timestamp)} IST` : <DataStatusBadge status={row.status} source={row.source} priceMs={priceMs} />}</dd>
        </div>
      </dl>
    </div>
  );
}

/** The chart in a frame of its own: it may run its scripts there, and reach nothing here. */
function ExternalChart({ share: { instrument } }: { share: Share }) {
  return (
    <iframe
      className="share-frame"
      title={`Technical analysis of ${instrument.symbol} by TradingView`}
      src={externalChart(instrument.tradingView)}
      sandbox="allow-scripts allow-same-origin allow-popups"
      referrerPolicy="no-referrer"
      loading="lazy"
    />
  );
}
