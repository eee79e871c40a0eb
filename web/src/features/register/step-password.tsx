import { FieldNotes } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { labels } from './answers.ts';
import type { Registration } from './use-registration.ts';

/** Step 4: the password and the terms. */
export function StepPassword({ registration: { answers, errors, set } }: { registration: Registration }) {
  return (
    <div className="register-fields" data-single>
      <PasswordField
        id="password"
        name="password"
        label={labels.password}
        value={answers.password}
        onChange={(value) => set('password', value)}
        autoComplete="new-password"
        error={errors.password}
        hint="8 or more characters."
        strength
      />
      <div className="tp-field">
        <label className="tp-check">
          <input
            id="acceptTerms"
            type="checkbox"
            name="acceptTerms"
            checked={answers.acceptTerms}
            aria-invalid={errors.acceptTerms ? true : undefined}
            aria-describedby={errors.acceptTerms ? 'acceptTerms-error' : undefined}
            onChange={(event) => set('acceptTerms', event.target.checked)}
          />
          {/* In a window of their own: nothing typed here may be lost. */}
          <span>
            I accept the{' '}
            <a href="/legal/terms" target="_blank" rel="noopener">
              terms of use
            </a>{' '}
            and have read the{' '}
            <a href="/legal/risk" target="_blank" rel="noopener">
              risk disclosure
            </a>
          </span>
        </label>
        <FieldNotes id="acceptTerms" error={errors.acceptTerms} />
      </div>
    </div>
  );
}
