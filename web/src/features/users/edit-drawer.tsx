import { useQueryClient } from '@tanstack/react-query';
import type { UserDetail } from '@tradepost/proto/api/users/paths.ts';
import type { EditUserBody } from '@tradepost/proto/api/users/schemas.ts';
import { Drawer } from 'antd';
import { useState } from 'react';
import { formatCalendarDay, formatGender, missing } from '../../lib/format.ts';
import { ApiProblem } from '../../lib/problem.ts';
import { useLast } from '../../lib/use-last.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { sendEdit, useUserDetail } from './api.ts';
import { missingOnes, type UserErrors, type UserField, UserFormFields, type UserValues, userFields, userLabels } from './user-form.tsx';
import { placeProblem, summaryOf } from './user-problem.ts';

interface Props {
  /** `_id` of the account; undefined while closed. */
  id: string | undefined;
  onDone: (message: string) => void;
  onCancel: () => void;
}

/** Personal data of an account in a drawer. It is saved on the version that was read, so nobody's change is overwritten unseen. */
export function EditDrawer({ id: asked, onDone, onCancel }: Props) {
  const id = useLast(asked);
  return (
    <Drawer open={asked !== undefined} onClose={onCancel} title="Edit user" size={480} destroyOnHidden mask={{ closable: false }}>
      {id && <Loader id={id} onDone={onDone} onCancel={onCancel} />}
    </Drawer>
  );
}

function Loader({ id, onDone, onCancel }: Props & { id: string }) {
  const detail = useUserDetail(id);
  if (detail.isError && !detail.data) return <ErrorState error={detail.error} fallback="The user could not be loaded." onRetry={() => void detail.refetch()} />;
  if (!detail.data) return <SkeletonLines lines={8} />;
  const reread = async () => (await detail.refetch()).data;
  return <EditForm detail={detail.data} reread={reread} onDone={onDone} onCancel={onCancel} />;
}

const valuesOf = (detail: UserDetail): UserValues => ({
  name: detail.name,
  email: detail.email,
  phone: detail.phone,
  dob: detail.dob.slice(0, 10),
  gender: detail.gender,
  address: detail.address,
});
const changedOnes = (values: UserValues, base: UserValues): UserField[] => userFields.filter((field) => values[field].trim() !== base[field]);

function shown(field: UserField, value: string): string {
  if (field === 'dob') return formatCalendarDay(value);
  return field === 'gender' ? formatGender(value) : value.trim() || missing;
}

interface FormProps {
  detail: UserDetail;
  reread: () => Promise<UserDetail | undefined>;
  onDone: (message: string) => void;
  onCancel: () => void;
}

/** The form's state: what was read (`base`), what stands in the fields, and what the server said. */
function useEditForm({ detail, reread, onDone }: FormProps) {
  const client = useQueryClient();
  const [base, setBase] = useState(detail);
  const [values, setValues] = useState(() => valuesOf(detail));
  const [errors, setErrors] = useState<UserErrors>({});
  const [rest, setRest] = useState<string[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState(false);
  const changes = changedOnes(values, valuesOf(base));

  const fail = (fields: UserErrors, others: string[]) => {
    setErrors(fields);
    setRest(others);
    setAttempt((before) => before + 1);
  };
  const takeOver = async () => {
    const latest = await reread();
    if (!latest) return;
    const theirs = valuesOf(latest);
    setValues((mine) => ({ ...theirs, ...Object.fromEntries(changes.map((field) => [field, mine[field]])) }));
    setBase(latest);
    setConflict(true);
  };
  const save = async () => {
    const empty = missingOnes(values);
    if (Object.keys(empty).length > 0) return fail(empty, []);
    setBusy(true);
    setConflict(false);
    const body = { version: base.version, ...Object.fromEntries(changes.map((field) => [field, values[field].trim()])) } as EditUserBody;
    try {
      await sendEdit(base._id, body);
      void client.invalidateQueries({ queryKey: ['users'] });
      void client.invalidateQueries({ queryKey: ['user', base._id] });
      onDone('Saved.');
    } catch (failure) {
      if (failure instanceof ApiProblem && failure.code === 'version-conflict') {
        fail({}, []);
        await takeOver();
      } else {
        const { fields, rest: others } = placeProblem(failure, 'The changes could not be saved.');
        fail(fields, others);
      }
    } finally {
      setBusy(false);
    }
  };
  const change = (field: UserField, value: string) => {
    setValues({ ...values, [field]: value });
    if (errors[field]) setErrors({ ...errors, [field]: undefined });
  };
  return { base, values, errors, rest, attempt, busy, conflict, changes, change, save };
}

function EditForm(props: FormProps) {
  const form = useEditForm(props);
  const stored = valuesOf(form.base);
  return (
    <form
      className="tp-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.busy && form.changes.length > 0) void form.save();
      }}
    >
      {form.conflict && (
        <Banner kind="warn" focus>
          Somebody changed this in the meantime. What you changed is kept; compare below and save again.
        </Banner>
      )}
      <ErrorSummary entries={summaryOf('edit', form.errors, form.rest)} attempt={form.attempt} />
      <p className="tp-hint">{form.base.userId}</p>
      <UserFormFields id="edit" values={form.values} errors={form.errors} readOnly={form.busy} onChange={form.change} />
      <section className="tp-changes" aria-label="What changes" aria-live="polite">
        {form.changes.length === 0 ? (
          <p className="tp-hint">Nothing is changed yet.</p>
        ) : (
          <dl>
            {form.changes.map((field) => (
              <div key={field}>
                <dt>{userLabels[field]}</dt>
                <dd>
                  <del>{shown(field, stored[field])}</del> <span aria-hidden="true">→</span> <ins>{shown(field, form.values[field])}</ins>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </section>
      <div className="tp-actions">
        <Button onClick={props.onCancel} aria-disabled={form.busy}>
          Cancel
        </Button>
        <Button kind="primary" type="submit" busy={form.busy} busyLabel="Saving..." aria-disabled={form.changes.length === 0}>
          Save
        </Button>
      </div>
    </form>
  );
}
