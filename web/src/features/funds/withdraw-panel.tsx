import { useQueryClient } from '@tanstack/react-query';
import { minus, type Paise, paise, rupees } from '@tradepost/proto/api/money.ts';
import type { UserDetail } from '@tradepost/proto/api/users/paths.ts';
import { useState } from 'react';
import { formatRupees } from '../../lib/format.ts';
import { useUser } from '../../lib/use-session.ts';
import type { LedgerLine } from '../../ui/ledger-lines.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReviewPanel } from '../../ui/review-panel.tsx';
import { useReview } from '../../ui/use-review.ts';
import { sendWithdrawal, useRefreshMoney } from './api.ts';
import { targetInWords } from './bank-target.tsx';
import { WithdrawForm } from './withdraw-form.tsx';

/** Form, review and commit of a withdrawal, in one panel. `onStart` is called when a new try begins, `onDone` when the request is booked. */
export function WithdrawPanel({ account, onStart, onDone }: { account: UserDetail; onStart: () => void; onDone: (amount: number) => void }) {
  const user = useUser();
  const refreshMoney = useRefreshMoney();
  const [amount, setAmount] = useKeptAmount(user.id);
  const review = useReview<{ amountPaise: Paise }, Awaited<ReturnType<typeof sendWithdrawal>>>({
    scope: `withdraw:${user.id}`,
    send: ({ amountPaise }, key) => sendWithdrawal(user.id, amountPaise, key),
    onDone: (answer) => {
      setAmount('');
      onDone(answer.withdrawal.amount);
      void refreshMoney();
    },
    onRefused: () => void refreshMoney(),
  });
  const openReview = (amountPaise: Paise) => {
    onStart();
    review.open({ amountPaise });
  };
  return (
    <Panel>
      {review.stage === 'form' || !review.values ? (
        <WithdrawForm account={account} amount={amount} onAmount={setAmount} refusal={review.error} onReview={openReview} />
      ) : (
        <ReviewPanel
          review={review}
          title="Review withdrawal"
          lines={linesOf(account, review.values.amountPaise)}
          note="Withdrawals typically process within 1-3 business days"
          deed={`Send request for ${formatRupees(rupees(review.values.amountPaise))}`}
          busyLabel="Sending..."
        />
      )}
    </Panel>
  );
}

function linesOf(account: UserDetail, amountPaise: Paise): LedgerLine[] {
  const lines: LedgerLine[] = account.bankDetails ? [{ label: 'To', value: targetInWords(account.bankDetails) }] : [];
  const amount = <span className="tp-sum">{formatRupees(-rupees(amountPaise))}</span>;
  if (account.availableFund === null) return [...lines, { label: 'This withdrawal', value: amount, total: true }];
  const left = minus(paise(Math.round(account.availableFund * 100)), amountPaise);
  return [
    ...lines,
    { label: 'Available', value: formatRupees(account.availableFund) },
    { label: 'This withdrawal', value: amount },
    { label: 'Left afterwards', value: formatRupees(rupees(left)), total: true },
  ];
}

/** The typed amount. It survives the way to the bank details and back, and ends with the session. */
function useKeptAmount(userId: string): [string, (amount: string) => void] {
  const queryClient = useQueryClient();
  const key = ['withdraw-amount', userId];
  const [amount, setAmount] = useState(() => queryClient.getQueryData<string>(key) ?? '');
  return [
    amount,
    (next) => {
      queryClient.setQueryData(key, next);
      setAmount(next);
    },
  ];
}
