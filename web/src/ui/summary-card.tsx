import { TrendingDown, TrendingUp } from 'lucide-react';
import { type CSSProperties, type ReactNode, useId } from 'react';
import { formatFigure, formatTime } from '../lib/format.ts';
import type { IndexDay } from '../lib/index-day.ts';
import { useTableWidth } from '../lib/media.ts';
import { formatVolume, localTime, percentOf, placeInRange, type Quote } from '../lib/quote.ts';
import { Change } from './change.tsx';
import { Changing } from './changing.tsx';
import { DayLine } from './day-line.tsx';
import { Icon } from './icon.tsx';
import { Known } from './missing.tsx';
import './quotes.css';

interface Props {
  title: string;
  /** The records of which the first is shown; anything else than a list with one says "Loading data...". */
  data: unknown;
  /** What the price is counted in. */
  unit?: string;
  /** Where it trades, beside the title. */
  exchange?: string;
  /** The day to draw; without one a decorative line stands there. */
  day?: IndexDay | undefined;
  /** The card's own label, where it differs from the page's. */
  badge?: ReactNode;
}

const isQuote = (value: unknown): value is Quote => typeof value === 'object' && value !== null && 'symbol' in value && 'changes' in value && typeof value.changes === 'string';

/** The card as one sentence, for those who hear it. */
function sentenceOf({ title, unit }: { title: string; unit: string }, quote: Quote): string {
  const direction = percentOf(quote.changes) >= 0 ? 'Bullish' : 'Bearish';
  const change = quote.changes === '' ? '' : `, ${quote.changes}`;
  const range = quote.low === null || quote.high === null ? '' : `, between ${formatFigure(quote.low)} and ${formatFigure(quote.high)} today`;
  const time = localTime(quote.timestamp);
  return `${title}: ${formatFigure(quote.price)} ${unit}${change}, ${direction}${range}, volume ${formatVolume(quote.volume)}${time && `, at ${time}`}.`;
}

/** One instrument at a glance: price, change, the day, low to high, volume and time. */
export function SummaryCard({ title, data, unit = 'USD', exchange, day, badge }: Props) {
  const id = useId();
  const first: unknown = Array.isArray(data) ? data[0] : undefined;
  const quote = isQuote(first) ? first : undefined;
  const bullish = quote !== undefined && percentOf(quote.changes) >= 0;
  return (
    <section className="tp-panel tp-summary" aria-labelledby={id} aria-busy={quote === undefined}>
      <div className="tp-summary-head">
        <h2 id={id}>
          {title}
          {exchange && <small> {exchange}</small>}
        </h2>
        {badge}
        {quote && (
          <span className={bullish ? 'tp-summary-side tp-up' : 'tp-summary-side tp-down'} aria-hidden="true">
            <Icon of={bullish ? TrendingUp : TrendingDown} />
            {bullish ? 'Bullish' : 'Bearish'}
          </span>
        )}
      </div>
      {quote ? <Body quote={quote} title={title} unit={unit} day={day} /> : <p className="tp-summary-loading">Loading data...</p>}
    </section>
  );
}

function Body({ quote, title, unit, day }: { quote: Quote; title: string; unit: string; day: IndexDay | undefined }) {
  return (
    <>
      <p className="tp-hidden">{sentenceOf({ title, unit }, quote)}</p>
      <div className="tp-summary-body" aria-hidden="true">
        <p className="tp-summary-price">
          <Changing value={quote.price}>
            <b>
              <Known>{formatFigure(quote.price)}</Known>
            </b>
          </Changing>{' '}
          <span>{unit}</span>
        </p>
        <p className="tp-summary-change">
          <Change text={quote.changes} />
        </p>
        <div className="tp-summary-line">{day ? <Line title={title} day={day} /> : <Decoration rising={percentOf(quote.changes) >= 0} />}</div>
        <DayRange quote={quote} />
        <p className="tp-summary-foot">
          <span>
            Volume <b>{formatVolume(quote.volume)}</b>
          </span>
          <span>{localTime(quote.timestamp)}</span>
        </p>
      </div>
    </>
  );
}

function Line({ title, day }: { title: string; day: IndexDay }) {
  const { points, previousClose, price, session } = day;
  const slim = !useTableWidth();
  return (
    <>
      <DayLine
        what={title}
        points={previousClose === undefined ? [] : points}
        previousClose={previousClose ?? price}
        session={session}
        height={slim ? 52 : 64}
        hours={false}
        readable={false}
      />
      <p className="tp-summary-hours">
        <span>{formatTime(new Date(session.fromMs).toISOString())}</span>
        {previousClose !== undefined && <span>Prev close {formatFigure(previousClose)}</span>}
        <span>{formatTime(new Date(session.toMs).toISOString())}</span>
      </p>
    </>
  );
}

/** A line that means nothing, where no day is known: the display piece has always had one. */
function Decoration({ rising }: { rising: boolean }) {
  return (
    <svg className={`tp-summary-decoration ${rising ? 'tp-up' : 'tp-down'}`} viewBox="0 0 100 30" preserveAspectRatio="none" focusable="false" aria-hidden="true">
      <path d={rising ? 'M0 26 14 20 26 23 40 14 52 17 66 9 80 12 100 4' : 'M0 4 14 10 26 7 40 16 52 13 66 21 80 18 100 26'} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** Low to high of the day, with the post at the price. */
export function DayRange({ quote }: { quote: Pick<Quote, 'price' | 'low' | 'high'> }) {
  const at = placeInRange(quote);
  return (
    <div className="tp-summary-range">
      <p>
        <span>
          <Known>{formatFigure(quote.low)}</Known>
        </span>
        <span className="words">Day range</span>
        <span className="to">to</span>
        <span>
          <Known>{formatFigure(quote.high)}</Known>
        </span>
      </p>
      <div className="tp-range">{at !== undefined && <i style={{ '--at': at } as CSSProperties} />}</div>
    </div>
  );
}
