import { useQueryClient } from '@tanstack/react-query';
import { readAmount, rupees } from '@tradepost/proto/api/money.ts';
import type { UserDetail } from '@tradepost/proto/api/users/paths.ts';
import { useState } from 'react';
import { formatRupees, formatSignedRupees } from '../../lib/format.ts';
import { completeDecimals } from '../../lib/money-input.ts';
import { ApiProblem, messageOf } from '../../lib/problem.ts';
import { Banner, ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Known } from '../../ui/missing.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReviewPanel } from '../../ui/review-panel.tsx';
import { type Review, useReview } from '../../ui/use-review.ts';
import { type Movement, sendAddition, sendReduction } from './api.ts';
import { LedgerPanel } from './ledger-panel.tsx';

type Kind = 'add' | 'withdraw';
interface FundMovement extends Movement {
  kind: Kind;
}

const words = {
  add: { title: 'Add Funds', review: 'Review addition', busy: 'Adding...', line: 'Added', deed: 'Add' },
  withdraw: { title: 'Withdraw Funds', review: 'Review withdrawal', busy: 'Withdrawing...', line: 'Withdrawn', deed: 'Withdraw' },
} as const;

/** The account's money: what is booked, the two forms of administrators, and the ledger. */
export function FundsTab({ detail }: { detail: UserDetail }) {
  const client = useQueryClient();
  const [done, setDone] = useState<{ kind: Kind; message: string }>();
  const [latest, setLatest] = useState<Kind>('add');
  // One review for both forms: only one movement is on its way at a time.
  const review = useReview<FundMovement, { message: string }>({
    scope: `funds:${detail._id}`,
    send: (movement, key) => (movement.kind === 'add' ? sendAddition : sendReduction)(detail._id, movement, key),
    onDone: ({ message }, { kind }) => {
      setDone({ kind, message });
      for (const queryKey of [['user', detail._id], ['ledger', detail._id], ['deposits', detail._id], ['users']]) void client.invalidateQueries({ queryKey });
    },
  });
  const open = (movement: FundMovement) => {
    setDone(undefined);
    setLatest(movement.kind);
    review.open(movement);
  };
  return (
    <>
      {detail.degraded?.includes('funds') && <Banner kind="warn">The ledger does not answer right now. Figures that are not known are shown as “-”.</Banner>}
      <dl className="tp-panel tp-strip">
        <Figure label="Booked" amount={detail.totalfund} />
        <Figure label="On hold" amount={detail.heldFund} />
        <Figure label="Available" amount={detail.availableFund} />
      </dl>
      <div className="tp-columns" data-even>
        {(['add', 'withdraw'] as const).map((kind) => (
          <FundPanel
            key={kind}
            kind={kind}
            detail={detail}
            review={review}
            open={open}
            refused={latest === kind && review.stage === 'form' ? review.error : undefined}
            message={done?.kind === kind ? done.message : undefined}
            onCloseMessage={() => setDone(undefined)}
          />
        ))}
      </div>
      <LedgerPanel id={detail._id} />
    </>
  );
}

function Figure({ label, amount }: { label: string; amount: number | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Known>{formatRupees(amount)}</Known>
      </dd>
    </div>
  );
}

/** Rupees added as whole paise, so that no fraction appears. */
const sum = (a: number, b: number): number => (Math.round(a * 100) + Math.round(b * 100)) / 100;

interface PanelProps {
  kind: Kind;
  detail: UserDetail;
  review: Review<FundMovement>;
  open: (movement: FundMovement) => void;
  /** Why the last try of this form was refused. */
  refused: unknown;
  message: string | undefined;
  onCloseMessage: () => void;
}

function FundPanel(props: PanelProps) {
  const { kind, detail, review, message } = props;
  const movement = review.values?.kind === kind ? review.values : undefined;
  if (movement)
    return (
      <Panel>
        <MovementReview kind={kind} detail={detail} review={review} movement={movement} />
      </Panel>
    );
  return (
    <Panel title={words[kind].title}>
      {message && (
        <Banner kind="success" onClose={props.onCloseMessage} focus>
          {message}
        </Banner>
      )}
      {/* A booked movement empties the form. */}
      <FundForm key={message} {...props} />
    </Panel>
  );
}

function MovementReview({ kind, detail, review, movement }: { kind: Kind; detail: UserDetail; review: Review<FundMovement>; movement: FundMovement }) {
  const word = words[kind];
  const amount = rupees(movement.amountPaise);
  const signed = kind === 'add' ? amount : -amount;
  const after = detail.totalfund === null ? null : sum(detail.totalfund, signed);
  return (
    <ReviewPanel
      review={review}
      title={word.review}
      lines={[
        { label: 'Client', value: `${detail.name}, ${detail.userId}` },
        { label: 'Booked now', value: <Known>{formatRupees(detail.totalfund)}</Known> },
        { label: word.line, value: formatSignedRupees(signed) },
        { label: 'Booked afterwards', value: <Known>{formatRupees(after)}</Known>, total: true },
      ]}
      note={movement.note ? `Note: ${movement.note}` : 'No note.'}
      deed={`${word.deed} ${formatRupees(amount)}`}
      busyLabel={word.busy}
    />
  );
}

/** What stands under the amount: how much there is to withdraw, or what an addition makes of the balance. */
function hintOf(kind: Kind, detail: UserDetail, typed: string): string | undefined {
  if (kind === 'withdraw') return detail.availableFund === null ? undefined : `Up to ${formatRupees(detail.availableFund)} available`;
  if (detail.totalfund === null) return undefined;
  const amountPaise = readAmount(completeDecimals(typed));
  return amountPaise === undefined ? `Booked now ${formatRupees(detail.totalfund)}` : `New balance ${formatRupees(sum(detail.totalfund, rupees(amountPaise)))}`;
}

const amountCodes = new Set(['invalid-amount', 'insufficient-funds', 'balance-limit']);

function FundForm({ kind, detail, review, open, refused }: PanelProps) {
  const word = words[kind];
  const [amount, setAmount] = useState('');
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const ofAmount = refused instanceof ApiProblem && amountCodes.has(refused.code);
  const submit = () => {
    const amountPaise = readAmount(completeDecimals(amount));
    if (amountPaise === undefined) return setError('Please enter a valid positive amount');
    if (kind === 'withdraw' && detail.availableFund !== null && amountPaise > Math.round(detail.availableFund * 100)) return setError('Insufficient funds');
    setError(undefined);
    open({ kind, amountPaise, note: note.trim() });
  };
  const sending = review.stage === 'sending';
  return (
    <form
      className="tp-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending) submit();
      }}
    >
      {refused !== undefined && !ofAmount && <ProblemBanner error={refused} fallback="This could not be booked." focus />}
      <MoneyField
        value={amount}
        readOnly={sending}
        onChange={(value) => {
          setAmount(value);
          setError(undefined);
          review.clearError();
        }}
        error={error ?? (ofAmount ? messageOf(refused, 'Please enter a valid positive amount') : undefined)}
        hint={hintOf(kind, detail, amount)}
      />
      <Field label="Note" optional hint="Shown to the client">
        {(control) => <input {...control} className="tp-input" maxLength={200} readOnly={sending} value={note} onChange={(event) => setNote(event.target.value)} />}
      </Field>
      <div>
        <Button kind={kind === 'add' ? 'primary' : 'default'} type="submit" busy={sending}>
          {word.review}
        </Button>
      </div>
    </form>
  );
}
