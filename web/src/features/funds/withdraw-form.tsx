import type { Paise } from '@tradepost/proto/api/money.ts';
import type { UserDetail } from '@tradepost/proto/api/users/paths.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatRupees } from '../../lib/format.ts';
import { completeDecimals } from '../../lib/money-input.ts';
import { Banner, ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary, type SummaryEntry } from '../../ui/error-summary.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { BankTarget } from './bank-target.tsx';
import { judgeAmount, picksFor } from './withdraw-amount.ts';

const amountId = 'withdraw-amount';

interface Props {
  account: UserDetail;
  amount: string;
  onAmount: (amount: string) => void;
  /** The refusal of the last try. */
  refusal: unknown;
  onReview: (amountPaise: Paise) => void;
}

/** The first step of a withdrawal: how much, and where it goes. */
export function WithdrawForm({ account, amount, onAmount, refusal, onReview }: Props) {
  const [attempt, setAttempt] = useState(0);
  const [judging, setJudging] = useState(false);
  const judged = judgeAmount(amount, account.availableFund);
  const amountError = judging ? judged.problem : undefined;
  const blocked = blockedBy(account);
  const submit = () => {
    if (judged.problem === undefined && blocked === undefined) return onReview(judged.amountPaise);
    setJudging(true);
    setAttempt(attempt + 1);
  };
  const entries: SummaryEntry[] = [];
  if (amountError) entries.push({ id: amountId, label: 'Amount', message: amountError });
  if (judging && blocked) entries.push({ message: blocked });
  return (
    <form
      className="tp-form tp-withdraw-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {refusal !== undefined && !judging && <ProblemBanner error={refusal} fallback="Withdrawal request failed" focus />}
      <ErrorSummary entries={entries} attempt={attempt} />
      <MoneyField id={amountId} name="amount" label="Amount" value={amount} onChange={onAmount} error={amountError} hint={limitsOf(account)} large />
      <QuickPicks available={account.availableFund} onPick={onAmount} />
      {account.bankDetails ? <BankTarget name={account.name} bank={account.bankDetails} /> : <NoBankYet />}
      <div className="tp-actions">
        <span className="tp-muted">Nothing is sent before you have seen the summary.</span>
        <Button kind="primary" type="submit">
          Review withdrawal
        </Button>
      </div>
    </form>
  );
}

/** What else stands in the way; undefined when nothing does. */
function blockedBy(account: UserDetail): string | undefined {
  if (account.state === 'pending') return 'Your account is not approved yet';
  return account.bankDetails ? undefined : 'Save your bank details first';
}

const limitsOf = ({ availableFund }: UserDetail) => (availableFund === null || availableFund <= 0 ? undefined : `Up to ${formatRupees(availableFund)}. At least ₹0.01.`);

function QuickPicks({ available, onPick }: { available: number | null; onPick: (amount: string) => void }) {
  const picks = picksFor(available);
  if (picks.length === 0) return null;
  return (
    <fieldset className="tp-picks">
      <legend className="tp-hidden">Common amounts</legend>
      {picks.map((pick) => (
        <Button key={pick.label} small onClick={() => onPick(completeDecimals(String(pick.amount)))}>
          {pick.label}
        </Button>
      ))}
    </fieldset>
  );
}

function NoBankYet() {
  return (
    <Banner kind="warn">
      <Link to="/profile#bank">Save your bank details first</Link>. A withdrawal goes to your own bank account. The amount you typed is kept.
    </Banner>
  );
}
