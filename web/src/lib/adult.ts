/** The latest day of birth of somebody who is 18 today, as `2008-06-03`. Today is the day in India. */
export function latestBirthDay(nowMs: number): string {
  const [year = '', rest = ''] = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(nowMs).split(/-(.*)/);
  const before = `${Number(year) - 18}-${rest}`;
  // Whoever is born on Feb 29 is 18 on the last day of February.
  return before.endsWith('02-29') && new Date(`${before}T00:00:00Z`).getUTCDate() !== 29 ? `${Number(year) - 18}-02-28` : before;
}
