import { useState } from 'react';
import { goTo, usePlace } from '../../lib/navigation.ts';
import { messageOf, referenceOf } from '../../lib/problem.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { useHeadingFocus, usePageTitle } from '../../ui/page-title.ts';
import { PostSteps } from '../../ui/post-steps.tsx';
import { PublicFrame } from '../../ui/public-frame.tsx';
import { PublicLink } from '../../ui/public-link.tsx';
import { labels, type Name, noAnswers, steps } from './answers.ts';
import { forgetDraft, readDraft } from './draft.ts';
import { StepBody, StepButtons } from './steps.tsx';
import { Success } from './success.tsx';
import { type Registration, useRegistration } from './use-registration.ts';
import './register.css';

const minutesLeft = [6, 4, 2, 1];

/** Four steps, one form, one request at the end. `?step=3` shows a step, `?all=1` everything on one page. */
export default function RegisterPage() {
  usePageTitle('Create your trading account');
  const registration = useRegistration();
  return (
    <PublicFrame>
      <div className="register">{registration.done ? <Success answer={registration.done} /> : <RegisterForm registration={registration} />}</div>
    </PublicFrame>
  );
}

function RegisterForm({ registration }: { registration: Registration }) {
  const heading = useHeadingFocus();
  const { query } = usePlace();
  const all = query.get('all') === '1';
  const step = Math.min(4, Math.max(1, Number(query.get('step')) || 1)) - 1;
  const shown = all ? steps : steps.slice(step, step + 1);
  const names: readonly Name[] = shown.flatMap((one) => one.names);
  const show = (next: number) => !all && goTo(`/register?step=${next + 1}`);
  const submit = async () => {
    if (!all && step < steps.length - 1) {
      if (registration.tryOn(names) === undefined) show(step + 1);
      return;
    }
    const wrong = await registration.submit();
    if (wrong !== undefined && wrong !== step) show(wrong);
  };
  return (
    <>
      <header>
        <h1 ref={heading} tabIndex={-1}>
          Create your trading account
        </h1>
        <p className="tp-lead">
          {all ? 'Everything on one page. ' : `Step ${step + 1} of 4. About ${minutesLeft[step] === 1 ? '1 minute' : `${minutesLeft[step]} minutes`} left. `}
          Typed answers are kept on this device; passwords, PAN, Aadhar and files are not.
        </p>
        <p className="register-links">
          <PublicLink to={all ? '/register' : '/register?all=1'}>{all ? 'Fill in step by step' : 'Fill in on one page'}</PublicLink>
          <ForgetDraft registration={registration} />
        </p>
      </header>
      <DraftNote registration={registration} />
      {!all && (
        <PostSteps
          label="Steps"
          steps={steps.map(({ title, detail }, at) => ({ title, detail, state: at < step ? ('done' as const) : at === step ? ('now' as const) : ('next' as const) }))}
        />
      )}
      <form
        className="register-form"
        noValidate
        aria-busy={registration.busy}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <ErrorSummary
          key={all ? 'all' : step}
          attempt={registration.attempt}
          entries={names.flatMap((name) => {
            const message = registration.summary[name];
            return message === undefined ? [] : [{ id: name, label: labels[name], message }];
          })}
        />
        <Failed registration={registration} />
        {shown.map((one) => (
          <StepBody key={one.title} title={one.title} registration={registration} />
        ))}
        <StepButtons registration={registration} step={all ? steps.length - 1 : step} onBack={all || step === 0 ? undefined : () => show(step - 1)} />
      </form>
    </>
  );
}

function Failed({ registration: { failure, uncertain } }: { registration: Registration }) {
  if (failure === undefined) return null;
  if (uncertain)
    return (
      <Banner kind="warn" reference={referenceOf(failure)} focus>
        We do not know yet whether this arrived. Try again: it is safe, the same request is never booked twice.
      </Banner>
    );
  return (
    <Banner kind="error" reference={referenceOf(failure)} focus>
      {messageOf(failure, 'Registration failed. Please try again.')}
    </Banner>
  );
}

const somethingTyped = ({ answers }: Registration): boolean => answers.name !== '' || answers.email !== '';

/** Offers the draft of an earlier visit. */
function DraftNote({ registration }: { registration: Registration }) {
  const [draft, setDraft] = useState(() => readDraft(Date.now()));
  if (!draft || somethingTyped(registration)) return null;
  return (
    <div className="register-draft" role="status">
      <b>Continue where you left off?</b>
      <Button
        small
        kind="primary"
        onClick={() => {
          registration.fill(draft);
          setDraft(undefined);
        }}
      >
        Continue
      </Button>
      <Button
        small
        onClick={() => {
          forgetDraft();
          setDraft(undefined);
        }}
      >
        Start again
      </Button>
    </div>
  );
}

/** Lets go of what is kept on the device, at any time. */
function ForgetDraft({ registration }: { registration: Registration }) {
  if (!somethingTyped(registration)) return null;
  const forget = () => {
    const { name, dob, gender, email, phone, address } = noAnswers;
    registration.fill({ name, dob, gender, email, phone, address });
    forgetDraft();
  };
  return (
    <button type="button" className="register-forget" onClick={forget}>
      Forget this draft
    </button>
  );
}
