import { z } from 'zod';
import { deposit, withdrawal } from '../funds/schemas.ts';
import { contract, type FileRule, listQuery, message, text, wholeNumber } from '../schema.ts';
import * as paths from './paths.ts';

export const state = z.enum(['pending', 'active', 'disabled', 'deleted']);
export type State = z.infer<typeof state>;
/** As stored and sent; shown as Male, Female, Other. */
export const gender = z.enum(['male', 'female', 'other', 'prefer-not-to-say'], { error: 'Gender is required' });
export type Gender = z.infer<typeof gender>;

export const bankDetails = z.object({ bankName: z.string(), accountNumber: z.string(), ifsc: z.string() });
export type BankDetails = z.infer<typeof bankDetails>;

export const userRow = z.object({
  _id: z.string(),
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  gender,
  role: z.string(),
  totalfund: z.number(),
  status: z.boolean(),
  state,
  image: z.string().nullable(),
  created_at: z.string(),
});
export type UserRow = z.infer<typeof userRow>;

export const userDetail = userRow.extend({
  dob: z.string(),
  address: z.string(),
  totalfund: z.number().nullable(),
  availableFund: z.number().nullable(),
  heldFund: z.number().nullable(),
  /** Last four, masked: `•••• 1234`. */
  pancard: z.string().nullable(),
  panimg: z.string().nullable(),
  aadharcard: z.string().nullable(),
  aadharimg: z.string().nullable(),
  bankDetails: bankDetails.nullable(),
  version: z.number(),
  withdrawals: z.array(withdrawal).nullable(),
  addfundHistory: z.array(deposit).nullable(),
  /** Names of the services that did not answer; absent when all did. */
  degraded: z.array(z.string()).optional(),
});
export type UserDetail = z.infer<typeof userDetail>;

/** What PATCH calls answer: the user without the money. */
export const userProfile = userDetail.omit({ totalfund: true, availableFund: true, heldFund: true, withdrawals: true, addfundHistory: true, degraded: true });
export type UserProfile = z.infer<typeof userProfile>;

export const auditEntry = z.object({
  _id: z.string(),
  /** What was done, for example `approved`, `edited`, `password-issued`, `revealed`, `document-viewed`. */
  deed: z.string(),
  by: z.object({ _id: z.string(), role: z.string(), name: z.string() }),
  /** Names of the fields that changed or were shown; never their values where those are personal. */
  fields: z.array(z.string()),
  createdAt: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const name = text('Name', 100);
const email = z.string().trim().toLowerCase().pipe(z.email('Please enter a valid e-mail address').max(254, 'An e-mail address has at most 254 characters'));
/** Ten digits of an Indian mobile; +91 or a leading 0 is dropped (TRAI numbering plan: mobiles begin with 6 to 9). */
const phone = z
  .string()
  .trim()
  .transform((value) => value.replace(/[\s-]/g, '').replace(/^(\+91|0)(?=\d{10}$)/, ''))
  .pipe(z.string().regex(/^[6-9]\d{9}$/, 'Please enter a valid Indian mobile number'));
/** A calendar day. That the person is an adult, the service judges by its clock. */
const dob = z.iso.date('Please enter a valid date of birth');
const address = text('Address', 250);
const formBoolean = z.union([z.boolean(), z.enum(['true', 'false', 'on']).transform((value) => value !== 'false')]);

/** PAN of a person: the fourth letter is P (Income Tax Department). */
const pan = z
  .string()
  .transform((value) => value.replace(/\s/g, '').toUpperCase())
  .pipe(z.string().regex(/^[A-Z]{3}P[A-Z]\d{4}[A-Z]$/, 'Please enter a valid PAN'));
/** Aadhaar: twelve digits; the check digit is judged by the service (UIDAI, Verhoeff). */
const aadhaar = z
  .string()
  .transform((value) => value.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{12}$/, 'Please enter a valid Aadhar number'));

export const registerBody = z.strictObject({
  name,
  dob,
  email,
  phone,
  gender,
  password: z.string().min(8, 'A password has 8 or more characters').max(200, 'A password has at most 200 characters'),
  pancard: pan,
  aadharcard: aadhaar,
  address,
  /** Accepted and ignored: who registers is a client. */
  role: z.string().optional(),
  acceptTerms: formBoolean.optional(),
});
export type RegisterBody = z.input<typeof registerBody>;

const photo: FileRule = { kinds: ['jpeg', 'png', 'webp'], required: false };
const paper: FileRule = { kinds: ['pdf', 'jpeg', 'png'], required: true };

export const registerAnswer = z.object({
  message: z.string(),
  user: z.object({ _id: z.string(), userId: z.string(), name: z.string(), email: z.string(), role: z.string(), status: z.boolean() }),
});
export type RegisterAnswer = z.infer<typeof registerAnswer>;

export const createUserBody = z.strictObject({ name, email, phone, dob, gender, address: address.optional(), role: z.enum(['0', '1', '2']).optional() });
export type CreateUserBody = z.input<typeof createUserBody>;
export const createUserAnswer = z.object({ user: userProfile, temporaryPassword: z.string().nullable() });
export type CreateUserAnswer = z.infer<typeof createUserAnswer>;

/** Own: address and image. Staff: name, e-mail, phone, birth date, gender and address of another. The service judges who may send what. */
export const editUserBody = z.strictObject({
  name: name.optional(),
  email: email.optional(),
  phone: phone.optional(),
  dob: dob.optional(),
  gender: gender.optional(),
  address: address.optional(),
  version: z
    .union([
      wholeNumber,
      z
        .string()
        .regex(/^\d{1,15}$/, 'This must be a whole number')
        .transform(Number),
    ])
    .optional(),
});
export type EditUserBody = z.input<typeof editUserBody>;

export const setStatusBody = z.strictObject({ status: z.boolean().optional() }).optional();
export type SetStatusBody = z.input<typeof setStatusBody>;
export const setStatusAnswer = z.object({ message: z.string(), user: userProfile });
export type SetStatusAnswer = z.infer<typeof setStatusAnswer>;

export const revealBody = z.strictObject({ field: z.enum(['pancard', 'accountNumber']) });
export type RevealBody = z.input<typeof revealBody>;
export const revealAnswer = z.object({ value: z.string() });
export type RevealAnswer = z.infer<typeof revealAnswer>;

/** IFSC: four letters, a zero, six letters or digits (RBI). */
export const bankDetailsBody = z.strictObject({
  bankName: text('Bank name', 100),
  accountNumber: z
    .string()
    .transform((value) => value.replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{9,18}$/, 'An account number has 9 to 18 digits')),
  ifsc: z
    .string()
    .transform((value) => value.trim().toUpperCase())
    .pipe(z.string().regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, '4 letters, then 0, then 6 alphanumeric characters')),
});
export type BankDetailsBody = z.input<typeof bankDetailsBody>;
export const temporaryPasswordAnswer = z.object({ temporaryPassword: z.string().nullable() });
export type TemporaryPasswordAnswer = z.infer<typeof temporaryPasswordAnswer>;

const usersQuery = listQuery(['-createdAt', 'createdAt', 'name', '-name', 'totalfund', '-totalfund']).extend({ state: state.exclude(['deleted']).optional() });
export type UsersQuery = z.input<typeof usersQuery>;

export const register = contract(paths.register, {
  summary: 'Register a client account with three documents',
  access: 'public',
  status: 201,
  media: 'multipart',
  body: registerBody,
  files: { image: { ...photo, required: true }, panimg: paper, aadharimg: paper },
  answer: registerAnswer,
});
export const listUsers = contract(paths.listUsers, { summary: 'All accounts but deleted ones', access: 'admin', query: usersQuery, answer: z.array(userRow) });
export const createUser = contract(paths.createUser, {
  summary: 'Create an active account without documents',
  access: 'admin',
  fresh: true,
  status: 201,
  body: createUserBody,
  answer: createUserAnswer,
});
export const getUser = contract(paths.getUser, { summary: 'One account with its money', access: 'self-or-admin', answer: userDetail });
export const reveal = contract(paths.reveal, {
  summary: 'Show one masked number in full; it is written into the audit',
  access: 'self-or-admin',
  fresh: true,
  body: revealBody,
  answer: revealAnswer,
});
export const editUser = contract(paths.editUser, {
  summary: 'Change personal data',
  access: 'self-or-admin',
  fresh: true,
  media: 'either',
  body: editUserBody,
  files: { image: photo },
  answer: userProfile,
});
export const setStatus = contract(paths.setStatus, {
  summary: 'Approve, enable or disable an account',
  access: 'admin',
  fresh: true,
  body: setStatusBody,
  answer: setStatusAnswer,
});
export const deleteUser = contract(paths.deleteUser, { summary: 'Delete an account without money', access: 'admin', fresh: true, answer: message });
export const saveBankDetails = contract(paths.saveBankDetails, {
  summary: 'Save the own bank details, once',
  access: 'self',
  fresh: true,
  body: bankDetailsBody,
  answer: bankDetails,
});
export const clearBankDetails = contract(paths.clearBankDetails, { summary: 'Allow bank details to be saved again', access: 'admin', fresh: true, answer: message });
export const listAudit = contract(paths.listAudit, {
  summary: 'What was done to an account, by whom',
  access: 'admin',
  query: listQuery(['-createdAt', 'createdAt']),
  answer: z.array(auditEntry),
});
export const issueTemporaryPassword = contract(paths.issueTemporaryPassword, {
  summary: 'Issue a temporary password; all sessions end',
  access: 'admin',
  fresh: true,
  answer: temporaryPasswordAnswer,
});
export const getFile = contract(paths.getFile, { summary: 'A document or image by its signed link', access: 'link', produces: 'application/octet-stream' });
