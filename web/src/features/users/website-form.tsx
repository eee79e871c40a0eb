import type { AdditionalData } from '@tradepost/proto/api/site-content/paths.ts';
import { useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { PayeeWords, PaymentCode } from '../../ui/payment-code.tsx';
import { useWebsiteForm, type WebsiteField, websiteFields, websiteLabels } from './use-website-form.ts';

interface Props {
  company: AdditionalData;
  reread: () => Promise<AdditionalData | undefined>;
  /** Whether the dialog was to be closed with changes: asked here, in the dialog itself. */
  asking: boolean;
  onStay: () => void;
  onLeave: () => void;
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  onSaved: (company: AdditionalData) => void;
}

/** The form of the website details. Saved on the version that was read, so that nobody's change is overwritten unseen. */
export function WebsiteForm(props: Props) {
  const form = useWebsiteForm(props);
  const [cancelling, setCancelling] = useState(false);
  const stay = () => {
    setCancelling(false);
    props.onStay();
  };
  const summary = [
    ...[...websiteFields, 'image' as const].flatMap((field) => {
      const message = form.errors[field];
      return message ? [{ id: `website-${field}`, label: field === 'image' ? 'Image' : websiteLabels[field], message }] : [];
    }),
    ...form.rest.map((message) => ({ message })),
  ];
  return (
    <form
      className="tp-form tp-website"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.busy && form.dirty) void form.submit();
      }}
    >
      {form.conflict && (
        <Banner kind="warn" focus>
          Somebody changed this in the meantime. What you changed is kept; compare and save again.
        </Banner>
      )}
      <ErrorSummary entries={summary} attempt={form.attempt} />
      {websiteFields.map((field) => (
        <TextField key={field} field={field} form={form} />
      ))}
      <PictureField form={form} />
      {props.asking || cancelling ? (
        <Leave onStay={stay} onLeave={props.asking ? props.onLeave : props.onCancel} />
      ) : (
        <div className="tp-actions">
          <Button aria-disabled={form.busy} onClick={() => (form.dirty ? setCancelling(true) : props.onCancel())}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" busy={form.busy} busyLabel="Saving..." aria-disabled={!form.dirty}>
            Save Changes
          </Button>
        </div>
      )}
    </form>
  );
}

type Form = ReturnType<typeof useWebsiteForm>;

function TextField({ field, form }: { field: WebsiteField; form: Form }) {
  const shared = { className: 'tp-input', name: field, readOnly: form.busy, value: form.values[field] };
  const before = form.changed.includes(field) && form.base[field] ? `Before: ${form.base[field]}` : undefined;
  return (
    <Field id={`website-${field}`} label={websiteLabels[field]} error={form.errors[field]} hint={before}>
      {(control) =>
        field === 'address' ? (
          <textarea {...control} {...shared} autoComplete="off" onChange={(event) => form.change(field, event.target.value)} />
        ) : (
          <input {...control} {...shared} type={field === 'email' ? 'email' : 'tel'} autoComplete="off" onChange={(event) => form.change(field, event.target.value)} />
        )
      }
    </Field>
  );
}

function PictureField({ form }: { form: Form }) {
  const { base, picture } = form;
  return (
    <Field id="website-image" label="Image (payment QR code)" optional error={form.errors.image} hint="JPEG, PNG or WebP, up to 5 MB. Clients pay to this code.">
      {(control) => (
        <>
          <input
            {...control}
            className="tp-input"
            type="file"
            accept="image/jpeg,image/png,image/webp"
            disabled={form.busy}
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file) void form.choose(file);
              else form.drop();
            }}
          />
          <div className="tp-website-compare" aria-live="polite">
            {base.image && (
              <figure>
                <figcaption>{picture ? 'Now' : 'Present code'}</figcaption>
                <PaymentCode key={base.image} image={base.image} payee={base.payee?.name} size={150} />
                <PayeeWords payee={base.payee} />
              </figure>
            )}
            {picture && (
              <figure>
                <figcaption>After saving</figcaption>
                <PaymentCode key={picture.url} image={picture.url} payee={picture.payee?.name} size={150} />
                {picture.payee === undefined ? <p className="tp-hint">Reading the code...</p> : <PayeeWords payee={picture.payee} />}
              </figure>
            )}
          </div>
        </>
      )}
    </Field>
  );
}

function Leave({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Banner kind="warn" title="Discard your changes?" focus>
      They are not saved yet.
      <div className="tp-actions">
        <Button onClick={onStay}>Keep editing</Button>
        <Button kind="danger-outline" onClick={onLeave}>
          Discard changes
        </Button>
      </div>
    </Banner>
  );
}
