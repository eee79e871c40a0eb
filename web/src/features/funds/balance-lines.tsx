import type { UserDetail } from '@tradepost/proto/api/users/paths.ts';
import { formatRupees } from '../../lib/format.ts';
import { LedgerLines } from '../../ui/ledger-lines.tsx';
import { Known } from '../../ui/missing.tsx';

type Money = Pick<UserDetail, 'totalfund' | 'heldFund' | 'availableFund'>;

/** What is booked, what pending withdrawals hold, and what is left of it. */
export function BalanceLines({ money, pendingCount, bookedLabel = 'Booked' }: { money: Money; pendingCount?: number | undefined; bookedLabel?: string }) {
  const held = money.heldFund === null ? null : -money.heldFund;
  return (
    <LedgerLines
      lines={[
        { label: bookedLabel, value: <Known>{formatRupees(money.totalfund)}</Known> },
        { label: holdLabel(pendingCount), value: <Known>{formatRupees(held === 0 ? 0 : held)}</Known> },
        { label: 'Available', value: <Known>{formatRupees(money.availableFund)}</Known>, total: true },
      ]}
    />
  );
}

function holdLabel(pendingCount: number | undefined): string {
  if (!pendingCount) return 'On hold';
  return `On hold for ${pendingCount} pending ${pendingCount === 1 ? 'withdrawal' : 'withdrawals'}`;
}
