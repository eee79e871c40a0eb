import type { BankDetails } from '@tradepost/proto/api/users/paths.ts';
import { Check, Dot } from 'lucide-react';
import { useState } from 'react';
import { group } from '../../lib/grouping.ts';
import { fieldErrors } from '../../lib/problem.ts';
import { useUser } from '../../lib/use-session.ts';
import { ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { GroupedInput } from '../../ui/grouped-input.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ReviewPanel } from '../../ui/review-panel.tsx';
import { useAskBeforeLeaving, useReview } from '../../ui/use-review.ts';
import { sendBankDetails, useRefreshAccount } from './api.ts';
import { ifscHint, ifscParts, judgeBank, readAccountNumber, readIfsc } from './bank-rules.ts';

const labels = { bankName: 'Bank name', accountNumber: 'Account number', ifsc: 'IFSC' } as const;
type Name = keyof typeof labels;
const names: readonly Name[] = ['bankName', 'accountNumber', 'ifsc'];
const idOf = (name: Name): string => `bank-${name}`;
const empty: BankDetails = { bankName: '', accountNumber: '', ifsc: '' };
const inFours = (digits: string): string => group(digits, [4]);

/** Bank details are saved once, so the number is read back before. */
export function BankForm({ onSaved }: { onSaved: () => void }) {
  const user = useUser();
  const refreshAccount = useRefreshAccount();
  const [details, setDetails] = useState(empty);
  // The review is known by its time: the fingerprint is kept in the browser's storage, and an account number has no business there.
  const review = useReview<{ openedAt: number }, BankDetails>({
    scope: `bank:${user.id}`,
    send: (_, key) => sendBankDetails(user.id, { ...details, bankName: details.bankName.trim() }, key),
    onDone: () => {
      onSaved();
      refreshAccount();
    },
    onRefused: refreshAccount,
  });
  const touched = names.some((name) => details[name] !== '');
  useAskBeforeLeaving(touched && review.stage !== 'sending', 'The bank details are not saved yet. Leave this page?');
  if (review.stage === 'form') return <Fields details={details} onDetails={setDetails} refusal={review.error} onReview={() => review.open({ openedAt: Date.now() })} />;
  return (
    <ReviewPanel
      review={review}
      title="Review bank details"
      lines={[
        { label: labels.bankName, value: details.bankName },
        { label: labels.accountNumber, value: <b className="tp-read-back">{inFours(details.accountNumber)}</b> },
        { label: labels.ifsc, value: <b className="tp-read-back">{details.ifsc}</b> },
      ]}
      note="You can save this once. Please compare with your passbook."
      deed="Save bank details"
      busyLabel="Saving..."
    />
  );
}

interface FieldsProps {
  details: BankDetails;
  onDetails: (details: BankDetails) => void;
  refusal: unknown;
  onReview: () => void;
}

function Fields({ details, onDetails, refusal, onReview }: FieldsProps) {
  const [judging, setJudging] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const refused = fieldErrors(refusal, names).fields;
  const problems = judging ? judgeBank(details) : refused;
  const entries = names.flatMap((name) => (problems[name] ? [{ id: idOf(name), label: labels[name], message: problems[name] }] : []));
  const submit = () => {
    if (Object.keys(judgeBank(details)).length === 0) return onReview();
    setJudging(true);
    setAttempt(attempt + 1);
  };
  return (
    <form
      className="tp-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {refusal !== undefined && entries.length === 0 && <ProblemBanner error={refusal} fallback="The bank details could not be saved." focus />}
      <ErrorSummary entries={entries} attempt={attempt} />
      <Field id={idOf('bankName')} label={labels.bankName} error={problems.bankName}>
        {(control) => (
          <input
            {...control}
            className="tp-input"
            name="bankName"
            required
            maxLength={100}
            autoComplete="off"
            enterKeyHint="next"
            value={details.bankName}
            onChange={(event) => onDetails({ ...details, bankName: event.target.value })}
          />
        )}
      </Field>
      <Field id={idOf('accountNumber')} label={labels.accountNumber} hint="9 to 18 digits" error={problems.accountNumber}>
        {(control) => (
          <GroupedInput
            {...control}
            name="accountNumber"
            required
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="next"
            value={details.accountNumber}
            read={readAccountNumber}
            show={inFours}
            onChange={(accountNumber) => onDetails({ ...details, accountNumber })}
          />
        )}
      </Field>
      <Field id={idOf('ifsc')} label={labels.ifsc} hint={ifscHint} error={problems.ifsc}>
        {(control) => (
          <GroupedInput
            {...control}
            name="ifsc"
            required
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="done"
            value={details.ifsc}
            read={readIfsc}
            show={(ifsc) => ifsc}
            onChange={(ifsc) => onDetails({ ...details, ifsc })}
          />
        )}
      </Field>
      <IfscCheck ifsc={details.ifsc} />
      <p className="tp-hint">Saved details are not yet verified and may be verified for withdrawal requests. You can save them once.</p>
      <Button kind="primary" type="submit">
        Review bank details
      </Button>
    </form>
  );
}

function IfscCheck({ ifsc }: { ifsc: string }) {
  return (
    <ul className="tp-check-list" aria-label="IFSC so far">
      {ifscParts(ifsc).map(({ words, right }) => (
        <li key={words} data-right={right || undefined}>
          <Icon of={right ? Check : Dot} size={15} />
          {words}
          <span className="tp-hidden">{right ? ', right' : ', not yet'}</span>
        </li>
      ))}
    </ul>
  );
}
