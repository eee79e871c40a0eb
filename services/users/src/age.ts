const indiaOffsetMs = 5.5 * 60 * 60 * 1000;
const earliestBirth = '1900-01-01';

/** The calendar day in Asia/Kolkata (UTC+05:30, no summer time), as `YYYY-MM-DD`. */
export const indianDay = (nowMs: number): string => new Date(nowMs + indiaOffsetMs).toISOString().slice(0, 10);

/** Whether who was born on `dob` is 18 or older (Indian Majority Act, 1875), by the day in India. Who was born on 29 February comes of age on 1 March. */
export function isAdult(dob: string, nowMs: number): boolean {
  const today = indianDay(nowMs);
  const latestBirth = `${Number(today.slice(0, 4)) - 18}${today.slice(4)}`;
  return dob >= earliestBirth && dob <= latestBirth;
}
