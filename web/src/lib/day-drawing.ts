import { type DayPoint, dayShape, dayWords, hoursOf, type Session, sessionOf, spokenMove, writtenMove } from './day-line.ts';
import { formatFigure, formatTime } from './format.ts';

// The drawing of a day line without any framework: the first page shows it before the program is there, and the screens wrap it (ui/day-line.tsx).

export interface DayDrawing {
  /** What is drawn, for the text alternative: "NIFTY, sample day". */
  readonly what: string;
  readonly points: readonly DayPoint[];
  readonly previousClose: number;
  /** From when to when; 09:15 to 15:30 Indian time on the day of the first point when it is left out. */
  readonly session?: Session | undefined;
  /** Height of the drawing without the hours, in pixels. */
  readonly height?: number;
  /** The road below, a post at each hour. */
  readonly hours?: boolean;
  /** Arrows and the pointer read time and price. */
  readonly readable?: boolean;
  /** Names the parts of the drawing; different for each one on a page. Letters and digits only. */
  readonly id: string;
}

const iso = (ms: number): string => new Date(ms).toISOString();
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const spanOf = ({ session, points }: Pick<DayDrawing, 'session' | 'points'>): Session => session ?? sessionOf(points[0]?.timeMs ?? 0);

/** The markup inside of `.tp-day`. Everything but `what` is made of numbers, and that is escaped. */
export function dayHtml(drawing: DayDrawing): string {
  const { what, points, previousClose, height = 160, hours = true, readable = true, id } = drawing;
  const span = spanOf(drawing);
  const words = escapeHtml(dayWords(what, points, previousClose, span));
  const last = points.length - 1;
  const role =
    readable && last >= 0
      ? `role="slider" tabindex="0" aria-valuemin="0" aria-valuemax="${last}" aria-valuenow="${last}" aria-valuetext="${spokenPoint(drawing, last)}"`
      : 'role="img"';
  return `<div class="tp-day-drawing" style="height:${height}px" ${role} aria-label="${words}">${svg(drawing, span, id)}</div>${hours ? road(span) : ''}`;
}

function svg({ points, previousClose }: DayDrawing, span: Session, id: string): string {
  const { line, area, closeY } = dayShape(points, previousClose, span);
  const y = Math.round(closeY * 10) / 10;
  const side = (name: 'up' | 'down', clip: string): string =>
    `<clipPath id="${id}${name}"><path d="${clip}"/></clipPath><g data-side="${name}" clip-path="url(#${id}${name})"><path class="tp-day-area" d="${area}"/><path class="tp-day-line" d="${line}" vector-effect="non-scaling-stroke"/></g>`;
  return `<svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">${side('up', `M0-9H1000V${y}H0z`)}${side('down', `M0 ${y}H1000V109H0z`)}<path class="tp-day-close" d="M0 ${y}H1000" vector-effect="non-scaling-stroke"/></svg>`;
}

/** The road with its posts: the hours of the session. */
function road(span: Session): string {
  const all = hoursOf(span);
  const posts = all.map((timeMs, at) => {
    const end = at === 0 ? ' data-end="first"' : at === all.length - 1 ? ' data-end="last"' : '';
    const left = Math.round(((timeMs - span.fromMs) / (span.toMs - span.fromMs)) * 10_000) / 100;
    return `<span style="left:${left}%"${end}><svg viewBox="0 0 22 31" focusable="false"><path fill="var(--tp-marigold)" d="M1 13a10 10 0 0 1 20 0z"/><path fill="var(--tp-brand)" d="M1 16h20v15H1z"/></svg><b>${formatTime(iso(timeMs))}</b></span>`;
  });
  return `<div class="tp-day-road" aria-hidden="true">${posts.join('')}</div>`;
}

function spokenPoint({ points, previousClose }: Pick<DayDrawing, 'points' | 'previousClose'>, at: number): string {
  const point = points[at];
  return point ? `${formatTime(iso(point.timeMs))}, ${formatFigure(point.price)}, ${spokenMove(point.price, previousClose)}` : '';
}

/** The index of the point that is nearest in time. */
export function nearestPoint(points: readonly DayPoint[], timeMs: number): number {
  let best = 0;
  for (const [at, point] of points.entries()) {
    if (Math.abs(point.timeMs - timeMs) < Math.abs((points[best]?.timeMs ?? 0) - timeMs)) best = at;
  }
  return best;
}

/** Where a key leads from point `from`; undefined for keys that mean nothing here. */
export function pointByKey(key: string, from: number, last: number): number | undefined {
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
  return to === undefined ? undefined : Math.min(last, Math.max(0, to));
}

/** Lets the pointer and the arrows read time and price on the markup of `dayHtml` inside `box`. Gives back the way to stop. */
export function readDay(box: Element, drawing: DayDrawing): () => void {
  const { points, previousClose } = drawing;
  const field = box.querySelector<HTMLElement>('.tp-day-drawing[role=slider]');
  if (!field) return () => undefined;
  const span = spanOf(drawing);
  const { place } = dayShape(points, previousClose, span);
  const last = points.length - 1;
  const label = document.createElement('div');
  label.className = 'tp-day-reading';
  label.setAttribute('aria-hidden', 'true');
  let read = last;
  const show = (at: number): void => {
    const point = points[at];
    if (!point) return;
    read = at;
    const { x, y } = place(point);
    const mark = document.createElement('i');
    const words = document.createElement('span');
    words.textContent = `${formatTime(iso(point.timeMs))} · ${formatFigure(point.price)} · ${writtenMove(point.price, previousClose)}`;
    label.style.setProperty('--x', `${x / 10}%`);
    label.style.setProperty('--y', `${y}%`);
    label.style.setProperty('--shift', `${-x / 10}%`);
    label.replaceChildren(mark, words);
    field.append(label);
    field.setAttribute('aria-valuenow', String(at));
    field.setAttribute('aria-valuetext', spokenPoint(drawing, at));
  };
  const hide = (): void => {
    read = last;
    label.remove();
  };
  const move = (event: PointerEvent): void => {
    const { left, width } = field.getBoundingClientRect();
    show(nearestPoint(points, span.fromMs + ((event.clientX - left) / width) * (span.toMs - span.fromMs)));
  };
  const press = (event: KeyboardEvent): void => {
    const to = pointByKey(event.key, read, last);
    if (to === undefined) return;
    event.preventDefault();
    show(to);
  };
  const ending = new AbortController();
  const { signal } = ending;
  field.addEventListener('pointermove', move, { signal });
  field.addEventListener('pointerdown', move, { signal });
  field.addEventListener('pointerleave', hide, { signal });
  field.addEventListener('blur', hide, { signal });
  field.addEventListener('keydown', press, { signal });
  return () => {
    ending.abort();
    hide();
  };
}
