import type { MarketSession } from '@tradepost/proto/api/market/paths.ts';
import { formatCalendarDay, formatTime, formatWeekday } from '../../lib/format.ts';
import { element, fillFrom, startOnce } from '../../lib/live-place.ts';

/** Grey lines in the place of the list. */
export const firstHours = Array.from({ length: 8 }, () => '<p><span class="tp-skeleton tp-late" style="display:block;height:1.625rem"></span></p>').join('');

function stateWords({ state, holiday, opensAt, closesAt }: MarketSession): string {
  if (state === 'open') return `The market is open until ${formatTime(closesAt)} IST.`;
  if (state === 'pre-open') return `Pre-open. The session begins at ${formatTime(opensAt)} IST.`;
  const why = state === 'holiday' && holiday ? `Holiday today: ${holiday}. ` : 'The market is closed. ';
  return `${why}The next session begins on ${formatWeekday(opensAt)} at ${formatTime(opensAt)} IST.`;
}

/** Fills the place with how the market stands and the holidays of the year. */
export const startHours = (place: HTMLElement): (() => void) =>
  startOnce(place, () =>
    fillFrom<MarketSession>(place, '/market/session', (session) => [
      element('p', {}, stateWords(session)),
      element('h2', {}, 'Holidays'),
      session.holidays.length > 0
        ? element(
            'dl',
            { class: 'site-holidays' },
            ...session.holidays.map(({ day, name }) => element('div', {}, element('dt', {}, formatCalendarDay(day)), element('dd', {}, name))),
          )
        : element('p', {}, 'No holidays are entered for this year.'),
    ]),
  );
