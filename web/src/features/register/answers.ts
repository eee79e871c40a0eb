import { aadhaarMessage } from '../../lib/aadhaar.ts';
import { latestBirthDay } from '../../lib/adult.ts';
import { panMessage } from '../../lib/pan.ts';
import type { ChosenFile } from './choose-file.ts';

/** What is typed and chosen, under the names of the registration payload. */
export interface Answers {
  name: string;
  dob: string;
  gender: string;
  email: string;
  phone: string;
  pancard: string;
  aadharcard: string;
  address: string;
  panimg: ChosenFile | undefined;
  aadharimg: ChosenFile | undefined;
  image: ChosenFile | undefined;
  password: string;
  acceptTerms: boolean;
}
export type Name = keyof Answers;
export type Errors = Partial<Record<Name, string>>;

export const noAnswers: Answers = {
  name: '',
  dob: '',
  gender: '',
  email: '',
  phone: '',
  pancard: '',
  aadharcard: '',
  address: '',
  panimg: undefined,
  aadharimg: undefined,
  image: undefined,
  password: '',
  acceptTerms: true,
};

/** The four steps with their fields, in the order of the screen. */
export const steps: readonly { title: string; detail: string; names: readonly Name[] }[] = [
  { title: 'You', detail: 'Name, birth date, contact', names: ['name', 'dob', 'gender', 'email', 'phone'] },
  { title: 'Identity', detail: 'PAN, Aadhar, address', names: ['pancard', 'aadharcard', 'address'] },
  { title: 'Documents', detail: 'Photo and two scans', names: ['panimg', 'aadharimg', 'image'] },
  { title: 'Password', detail: 'and terms', names: ['password', 'acceptTerms'] },
];
export const allNames: readonly Name[] = steps.flatMap((step) => step.names);

export const labels: Readonly<Record<Name, string>> = {
  name: 'Full name',
  dob: 'Date of birth',
  gender: 'Gender',
  email: 'Email',
  phone: 'Phone',
  pancard: 'PAN card',
  aadharcard: 'Aadhar card',
  address: 'Address',
  panimg: 'PAN card',
  aadharimg: 'Aadhar card',
  image: 'Your photo',
  password: 'Password',
  acceptTerms: 'Terms',
};

/** What the rules of a field need besides its answer. */
export interface Circumstances {
  nowMs: number;
  /** In live mode the terms must be accepted; in demo mode the box is not enforced, as specified. */
  termsRequired: boolean;
}

const required = (text: string, name: Name): string | undefined => (text.trim() === '' ? `${labels[name]} is required` : undefined);

function dobMessage(dob: string, nowMs: number): string | undefined {
  if (dob === '') return required(dob, 'dob');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(dob) || dob < '1900-01-01') return 'Please enter a valid date of birth';
  return dob > latestBirthDay(nowMs) ? 'You must be 18 or older' : undefined;
}

const fileError = (file: ChosenFile | undefined, name: Name): string | undefined => (file ? file.error : `${labels[name]} is required`);

const rules: Readonly<Record<Name, (answers: Answers, about: Circumstances) => string | undefined>> = {
  name: ({ name }) => required(name, 'name'),
  dob: ({ dob }, { nowMs }) => dobMessage(dob, nowMs),
  gender: ({ gender }) => required(gender, 'gender'),
  email: ({ email }) => required(email, 'email') ?? (/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email.trim()) ? undefined : 'Please enter a valid e-mail address'),
  phone: ({ phone }) => required(phone, 'phone') ?? (/^[6-9]\d{9}$/.test(phone) ? undefined : 'Please enter a valid Indian mobile number'),
  pancard: ({ pancard }) => panMessage(pancard),
  aadharcard: ({ aadharcard }) => aadhaarMessage(aadharcard),
  address: ({ address }) => required(address, 'address') ?? (address.trim().length > 250 ? 'Address has at most 250 characters' : undefined),
  panimg: ({ panimg }) => fileError(panimg, 'panimg'),
  aadharimg: ({ aadharimg }) => fileError(aadharimg, 'aadharimg'),
  image: ({ image }) => fileError(image, 'image'),
  password: ({ password }) => required(password, 'password') ?? (password.length < 8 ? 'A password has 8 or more characters' : undefined),
  acceptTerms: ({ acceptTerms }, { termsRequired }) => (termsRequired && !acceptTerms ? 'Please accept the terms' : undefined),
};

/** What is wrong with these fields; empty when nothing is. */
export function judge(answers: Answers, names: readonly Name[], about: Circumstances): Errors {
  const errors: Errors = {};
  for (const name of names) {
    const message = rules[name](answers, about);
    if (message !== undefined) errors[name] = message;
  }
  return errors;
}

/** The step (0 to 3) of the first field with an error; undefined when there is none. */
export function firstStepWith(errors: Errors): number | undefined {
  const at = steps.findIndex((step) => step.names.some((name) => errors[name] !== undefined));
  return at === -1 ? undefined : at;
}
