import { Field } from '../../ui/field.tsx';

export const userFields = ['name', 'email', 'phone', 'dob', 'gender', 'address'] as const;
export type UserField = (typeof userFields)[number];
export type UserValues = Record<UserField, string>;
export type UserErrors = Partial<Record<UserField, string>>;

export const userLabels: Readonly<Record<UserField, string>> = {
  name: 'Full name',
  email: 'E-mail',
  phone: 'Phone',
  dob: 'Date of birth',
  gender: 'Gender',
  address: 'Address',
};

const genders = [
  ['male', 'Male'],
  ['female', 'Female'],
  ['other', 'Other'],
  ['prefer-not-to-say', 'Prefer not to say'],
] as const;

/** What a field says when it is empty; the address may be. The server judges everything else. */
export const missingOnes = (values: UserValues): UserErrors =>
  Object.fromEntries(userFields.filter((field) => field !== 'address' && values[field].trim() === '').map((field) => [field, `${userLabels[field]} is required`]));

interface Props {
  /** Prefix of the controls' ids, for the error summary. */
  id: string;
  values: UserValues;
  errors: UserErrors;
  readOnly: boolean;
  onChange: (field: UserField, value: string) => void;
}

/** The personal data of an account, for creating and for editing it. */
export function UserFormFields({ id, values, errors, readOnly, onChange }: Props) {
  const text = (field: Exclude<UserField, 'gender' | 'address'>, type: string, autoComplete = 'off') => (
    <Field id={`${id}-${field}`} label={userLabels[field]} error={errors[field]} hint={field === 'phone' ? 'Indian mobile, ten digits' : undefined}>
      {(control) => (
        <input
          {...control}
          className="tp-input"
          type={type}
          name={field}
          autoComplete={autoComplete}
          readOnly={readOnly}
          value={values[field]}
          onChange={(event) => onChange(field, event.target.value)}
        />
      )}
    </Field>
  );
  return (
    <div className="tp-form-grid">
      {text('name', 'text')}
      {text('email', 'email')}
      {text('phone', 'tel')}
      {text('dob', 'date')}
      <Field id={`${id}-gender`} label={userLabels.gender} error={errors.gender}>
        {(control) => (
          <select {...control} className="tp-input" name="gender" disabled={readOnly} value={values.gender} onChange={(event) => onChange('gender', event.target.value)}>
            <option value="">Choose</option>
            {genders.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field id={`${id}-address`} label={userLabels.address} optional error={errors.address}>
        {(control) => (
          <textarea {...control} className="tp-input" name="address" readOnly={readOnly} value={values.address} onChange={(event) => onChange('address', event.target.value)} />
        )}
      </Field>
    </div>
  );
}
