import { useState } from 'react';
import { ApiProblem, fieldErrors } from '../../lib/problem.ts';
import { Banner, ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useAskBeforeLeaving } from '../../ui/use-review.ts';
import { useSaveAddress } from './api.ts';

/** The address, which the person changes alone. */
export function AddressForm({ address, version }: { address: string; version: number }) {
  // Undefined while nothing was typed: then a change made elsewhere shows up here.
  const [typed, setTyped] = useState<string>();
  const [judged, setJudged] = useState(false);
  const save = useSaveAddress();
  const value = typed ?? address;
  const changed = typed !== undefined && typed.trim() !== address;
  useAskBeforeLeaving(changed, 'The address is not saved yet. Leave this page?');
  const problem = judged && value.trim() === '' ? 'Address is required' : fieldErrors(save.error, ['address']).fields.address;
  const submit = () => {
    setJudged(true);
    if (value.trim() === '' || save.isPending) return;
    save.mutate({ address: value.trim(), version }, { onSuccess: () => setTyped(undefined) });
  };
  return (
    <form
      className="tp-form tp-profile-part"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {save.isSuccess && !changed && <Banner kind="success" title="Saved." onClose={() => save.reset()} />}
      {save.isError && !problem && (
        <ProblemBanner
          error={save.error}
          fallback="The address could not be saved."
          title={save.error instanceof ApiProblem && save.error.code === 'version-conflict' ? 'Your text is kept; please compare and save again.' : undefined}
        />
      )}
      <div className="tp-field-row">
        <Field label="Address" error={problem}>
          {(control) => (
            <textarea
              {...control}
              className="tp-input"
              name="address"
              autoComplete="street-address"
              rows={2}
              maxLength={250}
              value={value}
              readOnly={save.isPending}
              onChange={(event) => {
                setTyped(event.target.value);
                if (!save.isPending) save.reset();
              }}
            />
          )}
        </Field>
        <Button type="submit" busy={save.isPending} busyLabel="Saving...">
          Save
        </Button>
      </div>
    </form>
  );
}
