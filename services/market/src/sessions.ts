/** Days on which the exchanges are closed though it is a weekday, from their circulars. A year that is not here has its weekends alone. */
export const holidays: Readonly<Record<string, string>> = {
  '2026-01-15': 'Municipal elections in Maharashtra',
  '2026-01-26': 'Republic Day',
  '2026-03-03': 'Holi',
  '2026-03-26': 'Shri Ram Navami',
  '2026-03-31': 'Shri Mahavir Jayanti',
  '2026-04-03': 'Good Friday',
  '2026-04-14': 'Dr. Ambedkar Jayanti',
  '2026-05-01': 'Maharashtra Day',
  '2026-05-28': 'Bakri Id',
  '2026-06-26': 'Muharram',
  '2026-09-14': 'Ganesh Chaturthi',
  '2026-10-02': 'Mahatma Gandhi Jayanti',
  '2026-10-20': 'Dussehra',
  '2026-11-10': 'Diwali Balipratipada',
  '2026-11-24': 'Guru Nanak Jayanti',
  '2026-12-25': 'Christmas',
};

/** Minutes after midnight in Mumbai. */
export interface Hours {
  readonly opens: number;
  readonly closes: number;
}

/** 09:15 to 15:30. */
export const ordinaryHours: Hours = { opens: 9 * 60 + 15, closes: 15 * 60 + 30 };
/** Orders are collected from 09:00 on. */
export const preOpenMinutes = 15;

/** Sessions on days that would have none. The hour of the muhurat session is told by circular each year; its usual evening hour stands here. */
export const specialSessions: Readonly<Record<string, Hours>> = {
  '2026-02-01': ordinaryHours,
  '2026-11-08': { opens: 18 * 60, closes: 19 * 60 },
};
