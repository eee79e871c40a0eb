import { route, table } from '@tradepost/platform/call.ts';
import * as internal from '@tradepost/proto/api/users/internal.ts';
import * as api from '@tradepost/proto/api/users/schemas.ts';
import { findIdentity, getAccount, getAccounts, getContact, getIdentity } from './use-cases/answer-services.ts';
import { clearBankDetails } from './use-cases/clear-bank-details.ts';
import { createUser } from './use-cases/create-user.ts';
import { deleteUser } from './use-cases/delete-user.ts';
import { getDemonstration } from './use-cases/demonstration.ts';
import { editUser } from './use-cases/edit-user.ts';
import { getFile } from './use-cases/get-file.ts';
import { getUser } from './use-cases/get-user.ts';
import { issueTemporaryPassword } from './use-cases/issue-temporary-password.ts';
import { listAudit } from './use-cases/list-audit.ts';
import { listUsers } from './use-cases/list-users.ts';
import { rebuildBalances } from './use-cases/rebuild-balances.ts';
import { register } from './use-cases/register.ts';
import { revealNumber } from './use-cases/reveal-number.ts';
import { saveBankDetails } from './use-cases/save-bank-details.ts';
import { setStatus } from './use-cases/set-status.ts';
import type { Users } from './users.ts';

/** All that users does for people, one line an endpoint. */
export const routes = table<Users>([
  route(api.register, register),
  route(api.listUsers, listUsers),
  route(api.createUser, createUser),
  route(api.getUser, getUser),
  route(api.reveal, revealNumber),
  route(api.editUser, editUser),
  route(api.setStatus, setStatus),
  route(api.deleteUser, deleteUser),
  route(api.saveBankDetails, saveBankDetails),
  route(api.clearBankDetails, clearBankDetails),
  route(api.listAudit, listAudit),
  route(api.issueTemporaryPassword, issueTemporaryPassword),
  route(api.getFile, getFile),
]);

/** What users answers to other services. */
export const internalRoutes = table<Users>([
  route(internal.findIdentity, findIdentity),
  route(internal.getIdentity, getIdentity),
  route(internal.getContact, getContact),
  route(internal.getAccount, getAccount),
  route(internal.getAccounts, getAccounts),
  route(internal.rebuildBalances, rebuildBalances),
  route(internal.getDemonstration, getDemonstration),
]);
