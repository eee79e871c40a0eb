import { maximumAmountPaise, type Paise, readAmount } from '@tradepost/proto/api/money.ts';
import { formatRupees } from '../../lib/format.ts';
import { completeDecimals } from '../../lib/money-input.ts';

type Judged = { amountPaise: Paise; problem?: undefined } | { amountPaise?: undefined; problem: string };

/** Judges a typed amount against what is available, in rupees. While the balance is not known the server alone judges that part. */
export function judgeAmount(typed: string, available: number | null): Judged {
  const amountPaise = readAmount(completeDecimals(typed));
  if (amountPaise === undefined) return { problem: 'Please enter a valid positive amount' };
  if (available !== null && amountPaise > Math.round(available * 100)) return { problem: `Insufficient funds. Available: ${formatRupees(available)}.` };
  return { amountPaise };
}

export interface Pick {
  label: string;
  /** Rupees. */
  amount: number;
}

/** The amounts offered for one press: round ones below what is available, and all of it. */
export function picksFor(available: number | null): Pick[] {
  if (available === null || available <= 0) return [];
  const picks: Pick[] = [10_000, 25_000, 50_000].filter((amount) => amount < available).map((amount) => ({ label: formatRupees(amount).replace('.00', ''), amount }));
  if (available * 100 <= maximumAmountPaise) picks.push({ label: `All ${formatRupees(available)}`, amount: available });
  return picks;
}
