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
        { label: bookedLabel, value: <Sum amount={money.totalfund} /> },
        { label: holdLabel(pendingCount), value: <Sum amount={held === 0 ? 0 : held} /> },
        { label: 'Available', value: <Sum amount={money.availableFund} />, total: true },
      ]}
    />
  );
}

/** A figure that never breaks after its minus. */
function Sum({ amount }: { amount: number | null }) {
  return (
    <span className="tp-sum">
      <Known>{formatRupees(amount)}</Known>
    </span>
  );
}

function holdLabel(pendingCount: number | undefined): string {
  if (!pendingCount) return 'On hold';
  return `On hold for ${pendingCount} pending ${pendingCount === 1 ? 'withdrawal' : 'withdrawals'}`;
}
