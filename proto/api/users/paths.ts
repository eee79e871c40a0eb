import { call, type ListQuery } from '../call.ts';
import type {
  AuditEntry,
  BankDetails,
  BankDetailsBody,
  CreateUserAnswer,
  CreateUserBody,
  EditUserBody,
  RegisterAnswer,
  RegisterBody,
  RevealAnswer,
  RevealBody,
  SetStatusAnswer,
  SetStatusBody,
  TemporaryPasswordAnswer,
  UserDetail,
  UserProfile,
  UserRow,
  UsersQuery,
} from './schemas.ts';

export type { AuditEntry, BankDetails, Gender, RegisterAnswer, State, UserDetail, UserProfile, UserRow } from './schemas.ts';

export const register = call<{ body: RegisterBody; answer: RegisterAnswer }>()('POST', '/register');
export const listUsers = call<{ query: UsersQuery; answer: UserRow[] }>()('GET', '/users');
export const createUser = call<{ body: CreateUserBody; answer: CreateUserAnswer }>()('POST', '/users');
export const getUser = call<{ answer: UserDetail }>()('GET', '/user/:id');
export const reveal = call<{ body: RevealBody; answer: RevealAnswer }>()('POST', '/users/:id/reveal');
export const editUser = call<{ body: EditUserBody; answer: UserProfile }>()('PATCH', '/users/:id');
export const setStatus = call<{ body: SetStatusBody; answer: SetStatusAnswer }>()('PATCH', '/users/:id/approve');
export const deleteUser = call<{ answer: { message: string } }>()('DELETE', '/users/:id');
export const saveBankDetails = call<{ body: BankDetailsBody; answer: BankDetails }>()('PUT', '/updatebankdetails/:userId');
export const clearBankDetails = call<{ answer: { message: string } }>()('DELETE', '/updatebankdetails/:userId');
export const listAudit = call<{ query: ListQuery; answer: AuditEntry[] }>()('GET', '/users/:id/audit');
export const issueTemporaryPassword = call<{ answer: TemporaryPasswordAnswer }>()('POST', '/users/:id/temporary-password');
export const getFile = call<{ answer: undefined }>()('GET', '/files/:token');
