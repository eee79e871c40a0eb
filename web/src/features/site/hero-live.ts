import { ageInside, statusMarks, statusWords, worstStatus } from '../../lib/data-status.ts';
import { type DayDrawing, dayHtml, readDay } from '../../lib/day-drawing.ts';
import { spokenMove, writtenMove } from '../../lib/day-line.ts';
import { formatFigure, formatTime, formatWeekday } from '../../lib/format.ts';
import type { IndexDay } from '../../lib/index-day.ts';
import { firstIndices, followIndices, type Indices, indexNames, refreshMs } from '../../lib/indices.ts';
import { startOnce } from '../../lib/live-place.ts';
import { attachTip } from '../../lib/tip.ts';

// The moving part of the first page, without any framework: it runs as soon as the page stands, long before the program comes. All of it is made of numbers and fixed words.

function drawingOf({ days: { nifty } }: Indices): DayDrawing {
  const drawn = nifty.points.length > 1 && nifty.previousClose !== undefined;
  return {
    what: nifty.status === 'sample' ? 'NIFTY, sample day' : 'NIFTY',
    points: drawn ? nifty.points : [],
    previousClose: nifty.previousClose ?? nifty.price,
    session: nifty.session,
    height: 184,
    id: 'hero',
  };
}

/** The day line of the hero as it is first shown. */
export const firstLine = (): string => dayHtml(drawingOf(firstIndices));
/** The three indices as they are first shown: grey figures in their place. */
export const firstList = (): string => listHtml(firstIndices);

function moveHtml(price: number, previousClose: number): string {
  const move = price - previousClose;
  const [side, shape] = move > 0 ? ['up', 'M0 7 4 0l4 7z'] : move < 0 ? ['down', 'M0 0h8L4 7z'] : ['none', 'M0 3h8v2H0z'];
  const words = `<span aria-hidden="true">${writtenMove(price, previousClose)}</span><span class="tp-hidden">${spokenMove(price, previousClose)}</span>`;
  return `<span class="tp-move" data-side="${side}"><svg viewBox="0 0 8 7" width="8" height="7" aria-hidden="true"><path d="${shape}" fill="currentColor"/></svg>${words}</span>`;
}

const rowHtml = (name: string, { price, previousClose }: IndexDay, known: boolean): string =>
  `<div${known ? '' : ' data-waiting'}><dt>${name}</dt><dd class="price">${formatFigure(price)}</dd><dd>${previousClose === undefined ? '' : moveHtml(price, previousClose)}</dd></div>`;

/** The three indices with one badge for all of them. */
function listHtml({ days, known, nowMs }: Indices): string {
  const all = indexNames.map(([index]) => days[index]);
  const status = worstStatus(all.map((day) => day.status));
  const latest = Math.max(...all.map(({ priceMs }) => priceMs ?? 0));
  const at = latest > 0 ? new Date(latest).toISOString() : undefined;
  const origin = { ...(latest > 0 ? { priceMs: latest } : {}), ...(status === 'live' ? { nextRefreshSeconds: refreshMs / 1000 } : {}) };
  const mark = statusMarks[status] ? `<svg viewBox="0 0 24 24" width="13" height="13" aria-hidden="true"><path d="${statusMarks[status]}"/></svg>` : '';
  const age = ageInside(status, origin, nowMs);
  const badge = `<button type="button" class="tp-status" data-status="${status}" aria-describedby="hero-tip">${mark}${status.toUpperCase()}${age && `<span class="age">${age}</span>`}</button>`;
  const tip = `<span id="hero-tip" role="tooltip" popover="manual" class="tp-tip">${statusWords(status, origin, nowMs)}</span>`;
  const when = at ? `${formatWeekday(at)} · ${formatTime(at)} IST` : 'A sample day · 15:30 IST';
  return `<div class="site-indices-head"><span>${when}</span>${badge}${tip}</div><dl>${indexNames.map(([index, name]) => rowHtml(name, days[index], known)).join('')}</dl>`;
}

/** Starts the moving part of a hero that stands in the page, once: the written page may have been first, the program after it. Gives back the way to stop. */
export const startHero = (hero: HTMLElement): (() => void) => startOnce(hero, runHero);

function runHero(hero: HTMLElement): () => void {
  const list = hero.querySelector<HTMLElement>('[data-live="list"]');
  const line = hero.querySelector<HTMLElement>('[data-live="line"]');
  if (!list || !line) return () => undefined;
  let release: () => void = () => undefined;
  const wire = (indices: Indices): void => {
    const [button, words] = [list.querySelector('button'), list.querySelector<HTMLElement>('.tp-tip')];
    const tip = button && words ? attachTip(button, words) : undefined;
    const reading = readDay(line, drawingOf(indices));
    release = () => {
      tip?.();
      reading();
    };
  };
  wire(firstIndices);
  const stop = followIndices((indices) => {
    // Whoever stands on the badge or the line stays there.
    const held = document.activeElement;
    const selector = held && hero.contains(held) ? (held.closest('[data-live="list"] button') ? 'button' : '[role=slider]') : undefined;
    release();
    list.innerHTML = listHtml(indices);
    list.removeAttribute('aria-busy');
    line.innerHTML = dayHtml(drawingOf(indices));
    wire(indices);
    if (selector) hero.querySelector<HTMLElement>(`[data-live] ${selector}`)?.focus({ preventScroll: true });
  });
  return () => {
    stop();
    release();
  };
}
