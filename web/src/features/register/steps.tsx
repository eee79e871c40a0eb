import { ArrowLeft } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { steps } from './answers.ts';
import { StepIdentity } from './step-identity.tsx';
import { StepPassword } from './step-password.tsx';
import { StepYou } from './step-you.tsx';
import type { Registration } from './use-registration.ts';

// The helpers for files come with the step that needs them.
const StepDocuments = lazy(() => import('./step-documents.tsx'));

/** The fields of one step, as a group with its name. */
export function StepBody({ title, registration }: { title: string; registration: Registration }) {
  return (
    <fieldset className="register-step">
      <legend>{title}</legend>
      {title === 'You' && <StepYou registration={registration} />}
      {title === 'Identity' && <StepIdentity registration={registration} />}
      {title === 'Documents' && (
        <Suspense fallback={<div className="register-wait" />}>
          <StepDocuments registration={registration} />
        </Suspense>
      )}
      {title === 'Password' && <StepPassword registration={registration} />}
    </fieldset>
  );
}

const onward = ['Continue to identity', 'Continue to documents', 'Continue to password', 'Create account'];

interface ButtonsProps {
  registration: Registration;
  step: number;
  onBack: (() => void) | undefined;
}

/** Back, what is still missing, and the way on. */
export function StepButtons({ registration: { answers, busy, share, uncertain }, step, onBack }: ButtonsProps) {
  const missing = [answers.panimg, answers.aadharimg, answers.image].filter((chosen) => !chosen || chosen.error).length;
  const last = step === steps.length - 1;
  return (
    <div className="register-actions">
      {onBack && (
        <Button onClick={onBack} icon={<Icon of={ArrowLeft} />}>
          Back
        </Button>
      )}
      <span className="tp-hint" aria-live="polite">
        {step === 2 && missing > 0 && `${missing} of 3 documents still missing`}
        {busy && `${Math.round(share * 100)}% sent`}
      </span>
      <Button kind="primary" type="submit" busy={busy} busyLabel="Creating account...">
        {last && uncertain ? 'Try again' : onward[step]}
      </Button>
    </div>
  );
}
