import { useQueryClient } from '@tanstack/react-query';
import type { UserProfile } from '@tradepost/proto/api/users/paths.ts';
import type { CreateUserBody } from '@tradepost/proto/api/users/schemas.ts';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useUser } from '../../lib/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { DeskRow } from '../../ui/desk-row.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useAskBeforeLeaving } from '../../ui/use-review.ts';
import { sendNewUser } from './api.ts';
import { OneTimePassword } from './one-time-password.tsx';
import { missingOnes, type UserErrors, UserFormFields, type UserValues } from './user-form.tsx';
import { placeProblem, summaryOf } from './user-problem.ts';
import './users.css';

interface Created {
  user: UserProfile;
  temporaryPassword: string | null;
}

export default function CreateUserPage() {
  const [created, setCreated] = useState<Created>();
  const [handedOver, setHandedOver] = useState(false);
  const navigate = useNavigate();
  useAskBeforeLeaving(created !== undefined && !handedOver, 'The temporary password is shown once. Leave without having handed it over?');
  useEffect(() => {
    // In a second step, when leaving no longer asks.
    if (handedOver && created) void navigate(`/user/${created.user._id}`);
  }, [handedOver, created, navigate]);
  return (
    <>
      <PageHead
        title="Create User"
        back={
          <Link to="/user-list">
            <Icon of={ArrowLeft} size={15} />
            Back to User List
          </Link>
        }
      />
      <DeskRow />
      {created ? (
        <Panel title={`${created.user.name} can sign in now`}>
          <OneTimePassword userId={created.user.userId} password={created.temporaryPassword} onHandedOver={() => setHandedOver(true)} />
        </Panel>
      ) : (
        <Panel title="An account without documents">
          <CreateForm onCreated={setCreated} />
        </Panel>
      )}
    </>
  );
}

const empty: UserValues = { name: '', email: '', phone: '', dob: '', gender: '', address: '' };

/** The body as the server takes it: no empty address, a role only from the owner. Genders come from the list of the form alone. */
function bodyOf({ address, gender, ...others }: UserValues, role: CreateUserBody['role']): CreateUserBody {
  const trimmed = { name: others.name.trim(), email: others.email.trim(), phone: others.phone.trim(), dob: others.dob };
  return { ...trimmed, gender: gender as CreateUserBody['gender'], ...(address.trim() && { address: address.trim() }), ...(role && { role }) };
}

function CreateForm({ onCreated }: { onCreated: (created: Created) => void }) {
  const me = useUser();
  const client = useQueryClient();
  const [values, setValues] = useState(empty);
  const [role, setRole] = useState<'1' | '2'>('2');
  const [errors, setErrors] = useState<UserErrors>({});
  const [rest, setRest] = useState<string[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const fail = (fields: UserErrors, others: string[]) => {
    setErrors(fields);
    setRest(others);
    setAttempt((before) => before + 1);
  };
  const send = async () => {
    const missing = missingOnes(values);
    if (Object.keys(missing).length > 0) return fail(missing, []);
    setBusy(true);
    try {
      const created = await sendNewUser(bodyOf(values, me.role === '0' ? role : undefined));
      void client.invalidateQueries({ queryKey: ['users'] });
      onCreated(created);
    } catch (failure) {
      const { fields, rest: others } = placeProblem(failure, 'The account could not be created.');
      fail(fields, others);
      setBusy(false);
    }
  };
  return (
    <form
      className="tp-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void send();
      }}
    >
      <ErrorSummary entries={summaryOf('create', errors, rest)} attempt={attempt} />
      <UserFormFields
        id="create"
        values={values}
        errors={errors}
        readOnly={busy}
        onChange={(field, value) => {
          setValues({ ...values, [field]: value });
          if (errors[field]) setErrors({ ...errors, [field]: undefined });
        }}
      />
      {me.role === '0' && (
        <Field label="Role">
          {(control) => (
            <select {...control} className="tp-input" disabled={busy} value={role} onChange={(event) => setRole(event.target.value === '1' ? '1' : '2')}>
              <option value="2">Client</option>
              <option value="1">Administrator</option>
            </select>
          )}
        </Field>
      )}
      <div className="tp-actions">
        <Button kind="primary" type="submit" busy={busy} busyLabel="Creating...">
          Create User
        </Button>
      </div>
    </form>
  );
}
