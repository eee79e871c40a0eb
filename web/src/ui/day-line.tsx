import { type CSSProperties, type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import { type DayPoint, dayShape, dayWords, hoursOf, type Session, sessionOf, spokenMove, writtenMove } from '../lib/day-line.ts';
import { formatFigure, formatTime } from '../lib/format.ts';
import './day-line.css';

interface Props {
  /** What is drawn, for the text alternative: "NIFTY, sample day". */
  what: string;
  points: readonly DayPoint[];
  previousClose: number;
  /** From when to when; 09:15 to 15:30 Indian time on the day of the first point when it is left out. */
  session?: Session;
  /** Height of the drawing without the hours, in pixels. */
  height?: number;
  /** The road below, a post at each hour. */
  hours?: boolean;
  /** Arrows and the pointer read time and price. */
  readable?: boolean;
}

const iso = (ms: number): string => new Date(ms).toISOString();
const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** A price from 09:15 to 15:30 against yesterday's close: green above, red below, ending where the day stands. It has its size before it has data. */
export function DayLine({ what, points, previousClose, session, height = 160, hours = true, readable = true }: Props) {
  const [read, setRead] = useState<number>();
  const span = session ?? sessionOf(points[0]?.timeMs ?? 0);
  const words = dayWords(what, points, previousClose, span);
  const picture = <Drawing points={points} previousClose={previousClose} span={span} read={read === undefined ? undefined : points[read]} />;
  const road = hours && <Road span={span} />;
  if (!readable || points.length === 0) {
    return (
      <div className="tp-day" role="img" aria-label={words}>
        <div className="tp-day-drawing" style={{ height }}>
          {picture}
        </div>
        {road}
      </div>
    );
  }
  const last = points.length - 1;
  const at = points[read ?? last];
  const move = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const timeMs = span.fromMs + ((event.clientX - left) / width) * (span.toMs - span.fromMs);
    setRead(nearest(points, timeMs));
  };
  const press = (event: KeyboardEvent) => {
    const to = keyed(event.key, read ?? last, last);
    if (to === undefined) return;
    event.preventDefault();
    setRead(to);
  };
  return (
    <div className="tp-day">
      <div
        className="tp-day-drawing"
        style={{ height }}
        role="slider"
        tabIndex={0}
        aria-label={words}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={read ?? last}
        aria-valuetext={at && `${formatTime(iso(at.timeMs))}, ${formatFigure(at.price)}, ${spokenMove(at.price, previousClose)}`}
        onPointerMove={move}
        onPointerDown={move}
        onPointerLeave={() => setRead(undefined)}
        onBlur={() => setRead(undefined)}
        onKeyDown={press}
      >
        {picture}
      </div>
      {road}
    </div>
  );
}

/** The index of the point that is nearest in time. */
function nearest(points: readonly DayPoint[], timeMs: number): number {
  let best = 0;
  for (const [index, point] of points.entries()) {
    if (Math.abs(point.timeMs - timeMs) < Math.abs((points[best]?.timeMs ?? 0) - timeMs)) best = index;
  }
  return best;
}

/** Where a key leads from point `from`; undefined for keys that mean nothing here. */
function keyed(key: string, from: number, last: number): number | undefined {
  const ways: Readonly<Record<string, number>> = {
    ArrowLeft: from - 1,
    ArrowDown: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from + 1,
    PageDown: from - 12,
    PageUp: from + 12,
    Home: 0,
    End: last,
  };
  const to = ways[key];
  return to === undefined ? undefined : clamp(to, 0, last);
}

function Drawing({ points, previousClose, span, read }: { points: readonly DayPoint[]; previousClose: number; span: Session; read: DayPoint | undefined }) {
  const id = useId();
  const { line, area, closeY, place } = dayShape(points, previousClose, span);
  return (
    <>
      <svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <clipPath id={`${id}a`}>
          <path d={`M0-9H1000V${closeY}H0z`} />
        </clipPath>
        <clipPath id={`${id}b`}>
          <path d={`M0 ${closeY}H1000V109H0z`} />
        </clipPath>
        <g data-side="up" clipPath={`url(#${id}a)`}>
          <path className="tp-day-area" d={area} />
          <path className="tp-day-line" d={line} vectorEffect="non-scaling-stroke" />
        </g>
        <g data-side="down" clipPath={`url(#${id}b)`}>
          <path className="tp-day-area" d={area} />
          <path className="tp-day-line" d={line} vectorEffect="non-scaling-stroke" />
        </g>
        <path className="tp-day-close" d={`M0 ${closeY}H1000`} vectorEffect="non-scaling-stroke" />
      </svg>
      {read && <Reading point={read} previousClose={previousClose} place={place(read)} />}
    </>
  );
}

function Reading({ point, previousClose, place }: { point: DayPoint; previousClose: number; place: { x: number; y: number } }) {
  const style = { '--x': `${place.x / 10}%`, '--y': `${place.y}%`, '--shift': `${-place.x / 10}%` } as CSSProperties;
  return (
    <div className="tp-day-reading" style={style} aria-hidden="true">
      <i />
      <span>
        {formatTime(iso(point.timeMs))} <b>{formatFigure(point.price)}</b> {writtenMove(point.price, previousClose)}
      </span>
    </div>
  );
}

/** The road with its posts: the hours of the session. */
function Road({ span }: { span: Session }) {
  const all = hoursOf(span);
  return (
    <div className="tp-day-road" aria-hidden="true">
      {all.map((timeMs, index) => (
        <span
          key={timeMs}
          style={{ left: `${((timeMs - span.fromMs) / (span.toMs - span.fromMs)) * 100}%` }}
          data-end={index === 0 ? 'first' : index === all.length - 1 ? 'last' : undefined}
        >
          <svg viewBox="0 0 22 31" width="11" height="15.5" aria-hidden="true" focusable="false">
            <path fill="var(--tp-marigold)" d="M1 13a10 10 0 0 1 20 0z" />
            <path fill="var(--tp-brand)" d="M1 16h20v15H1z" />
          </svg>
          {formatTime(iso(timeMs))}
        </span>
      ))}
    </div>
  );
}
