// How figures, days and names are written, by section 2.4 of the design guide.

/** What stands for a value that is not known; screens add the hidden text "not known" (ui/missing.tsx). */
export const missing = '-';

/** A way to write dates, made when it is first needed: making one costs more than anything else a page does with it. */
function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): { format: (date: Date) => string } {
  let made: Intl.DateTimeFormat | undefined;
  return {
    format: (date) => {
      made ??= new Intl.DateTimeFormat(locale, options);
      return made.format(date);
    },
  };
}

const figure = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const day = dateFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'Asia/Kolkata' });
const shortDay = dateFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'Asia/Kolkata' });
const weekday = dateFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', timeZone: 'Asia/Kolkata' });
const clock = dateFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Kolkata' });
const fullClock = dateFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone: 'Asia/Kolkata' });
const calendarDay = dateFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });

const known = (value: number | null | undefined): value is number => typeof value === 'number' && Number.isFinite(value);

/** Rupees as people read them: 12345678.9 → `₹1,23,45,678.90`; -568 → `-₹568.00`; not known → `-`. */
export function formatRupees(amount: number | null | undefined): string {
  if (!known(amount)) return missing;
  return `${amount < 0 ? '-' : ''}₹${figure.format(Math.abs(amount))}`;
}

/** Rupees with their sign: 1041 → `+₹1,041.00`; 0 → `₹0.00`. */
export function formatSignedRupees(amount: number | null | undefined): string {
  return known(amount) && amount > 0 ? `+${formatRupees(amount)}` : formatRupees(amount);
}

/** A figure without currency, for columns: 1307.3 → `1,307.30`. */
export const formatFigure = (value: number | null | undefined): string => (known(value) ? figure.format(value) : missing);

function instant(value: string | null | undefined): Date | undefined {
  const date = new Date(value ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** `2026-06-03T08:12:00Z` → `Jun 3, 2026`, the day in India. */
export function formatDate(iso: string | null | undefined): string {
  const date = instant(iso);
  return date ? day.format(date) : missing;
}

/** `2026-06-03T08:12:00Z` → `Jun 3, 2026, 13:42`, in Indian time. */
export function formatDateTime(iso: string | null | undefined): string {
  const date = instant(iso);
  return date ? `${day.format(date)}, ${clock.format(date)}` : missing;
}

/** `2026-06-03T08:12:00Z` → `Wed, Jun 3, 2026`, the day in India. */
export function formatWeekday(iso: string | null | undefined): string {
  const date = instant(iso);
  return date ? weekday.format(date) : missing;
}

/** `2026-06-03T08:12:10Z` → `13:42`, the clock in India. */
export function formatTime(iso: string | null | undefined): string {
  const date = instant(iso);
  return date ? clock.format(date) : missing;
}

/** `2026-06-03T08:12:10Z` → `13:42:10`, the clock in India. */
export function formatClock(iso: string | null | undefined): string {
  const date = instant(iso);
  return date ? fullClock.format(date) : missing;
}

/** `2026-06-03T08:12:00Z` → `Jun 3, 13:42`: where the year goes without saying. */
export function formatShortDateTime(iso: string | null | undefined): string {
  const date = instant(iso);
  return date ? `${shortDay.format(date)}, ${clock.format(date)}` : missing;
}

/** A calendar day such as a date of birth, without any time zone: `1990-02-28` → `Feb 28, 1990`. */
export function formatCalendarDay(text: string | null | undefined): string {
  const date = text && /^\d{4}-\d{2}-\d{2}/.test(text) ? instant(`${text.slice(0, 10)}T00:00:00Z`) : undefined;
  return date ? calendarDay.format(date) : missing;
}

/** How long ago, in the steps of the guide: `14 s` to 90 seconds, `6 min` to 60 minutes, `2 h` to a day, then the date `Jun 2`. */
export function formatAge(iso: string | null | undefined, nowMs: number): string {
  const date = instant(iso);
  if (!date) return missing;
  const seconds = Math.max(0, Math.round((nowMs - date.getTime()) / 1000));
  if (seconds <= 90) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} h` : shortDay.format(date);
}

/** An Indian mobile number of ten digits as `+91 98765 43210`; anything else as it is. */
export function formatPhone(phone: string | null | undefined): string {
  if (!phone) return missing;
  return /^\d{10}$/.test(phone) ? `+91 ${phone.slice(0, 5)} ${phone.slice(5)}` : phone;
}

/** The last four of a masked number for a screen reader: `•••• 7058` → `ending 7058`. */
export const spokenMask = (masked: string): string => `ending ${masked.slice(-4)}`;

const genders: Readonly<Record<string, string>> = { male: 'Male', female: 'Female', other: 'Other', 'prefer-not-to-say': 'Prefer not to say' };
/** `female` → `Female`. */
export const formatGender = (gender: string | null | undefined): string => (gender ? (genders[gender.toLowerCase()] ?? gender) : missing);

/** First letter capitalised, as the specification shows states: `pending` → `Pending`. */
export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The first letters of the first and the last name, for a portrait without a picture: `Asha Verma` → `AV`. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase();
}
