import { z } from 'zod';
import { call } from '../call.ts';
import { contract } from '../schema.ts';
import { bankDetails, state } from './schemas.ts';

// What other services may ask users. Never in the gateway's table.

const identity = z.object({
  _id: z.string(),
  userId: z.string(),
  name: z.string(),
  role: z.string(),
  state,
  /** Signed link, 24 hours, for the person alone; null without a picture. */
  image: z.string().nullable(),
  demo: z.boolean(),
});
export type AccountIdentity = z.infer<typeof identity>;

const contact = z.object({ _id: z.string(), name: z.string(), email: z.string() });
const account = z.object({ _id: z.string(), userId: z.string(), name: z.string(), role: z.string(), state, closing: z.boolean(), bankDetails: bankDetails.nullable() });
export type AccountView = z.infer<typeof account>;
const loginQuery = z.object({ login: z.string() });
const rebuilt = z.object({
  accounts: z.number(),
  /** Accounts whose balance was another one before. */
  corrected: z.number(),
  /** Accounts of which events told more than the ledger holds: entries are missing there. */
  ahead: z.array(z.string()),
});
const demoAccounts = z.object({ client: z.string(), admin: z.string() });
const ids = z.strictObject({ ids: z.array(z.string()).max(200) });

export const findIdentity = contract(call<{ query: z.input<typeof loginQuery>; answer: { identity: AccountIdentity | null } }>()('GET', '/internal/identity'), {
  summary: 'Who has this user id or e-mail, for sign-in; null for nobody and for deleted accounts',
  access: 'internal',
  query: loginQuery,
  answer: z.object({ identity: identity.nullable() }),
});
export const getIdentity = contract(call<{ answer: { identity: AccountIdentity | null } }>()('GET', '/internal/identity/:id'), {
  summary: 'Role, state, name and image of an account, for refresh',
  access: 'internal',
  answer: z.object({ identity: identity.nullable() }),
});
export const getContact = contract(call<{ answer: { contact: z.infer<typeof contact> | null } }>()('GET', '/internal/contact/:id'), {
  summary: 'Where mail to an account goes',
  access: 'internal',
  answer: z.object({ contact: contact.nullable() }),
});
export const getAccount = contract(call<{ answer: { account: AccountView | null } }>()('GET', '/internal/accounts/:id'), {
  summary: 'Whether an account exists and in which state it is; bank account masked',
  access: 'internal',
  answer: z.object({ account: account.nullable() }),
});
export const getAccounts = contract(call<{ body: z.input<typeof ids>; answer: AccountView[] }>()('POST', '/internal/accounts'), {
  summary: 'Several accounts at once, for queues',
  access: 'internal',
  body: ids,
  answer: z.array(account),
});
export const rebuildBalances = contract(call<{ answer: z.infer<typeof rebuilt> }>()('POST', '/internal/balances/rebuild'), {
  summary: 'Take the balances of all accounts from funds anew, beside the events',
  access: 'internal',
  answer: rebuilt,
});
export const getDemonstration = contract(call<{ answer: { accounts: z.infer<typeof demoAccounts> | null } }>()('GET', '/internal/demonstration'), {
  summary: 'The accounts that visitors of the demonstration enter; null while there are none',
  access: 'internal',
  answer: z.object({ accounts: demoAccounts.nullable() }),
});
