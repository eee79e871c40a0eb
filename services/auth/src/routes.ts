import { route, table } from '@tradepost/platform/call.ts';
import * as internal from '@tradepost/proto/api/auth/internal.ts';
import * as api from '@tradepost/proto/api/auth/schemas.ts';
import type { Auth } from './state.ts';
import { changePassword } from './use-cases/change-password.ts';
import { checkSession } from './use-cases/check-session.ts';
import { demoSignIn } from './use-cases/demo-sign-in.ts';
import { endSession } from './use-cases/end-session.ts';
import { endSessions } from './use-cases/end-sessions.ts';
import { forgotPassword } from './use-cases/forgot-password.ts';
import { listPublicKeys } from './use-cases/list-public-keys.ts';
import { listRevocations } from './use-cases/list-revocations.ts';
import { listSessions } from './use-cases/list-sessions.ts';
import { refreshToken } from './use-cases/refresh-token.ts';
import { removeCredentials } from './use-cases/remove-credentials.ts';
import { resetPassword } from './use-cases/reset-password.ts';
import { setCredentials } from './use-cases/set-credentials.ts';
import { signIn } from './use-cases/sign-in.ts';
import { signOut } from './use-cases/sign-out.ts';
import { unlockAccount } from './use-cases/unlock-account.ts';

export const routes = table<Auth>([
  route(api.signIn, signIn),
  route(api.signOut, signOut),
  route(api.refreshToken, refreshToken),
  route(api.changePassword, changePassword),
  route(api.forgotPassword, forgotPassword),
  route(api.resetPassword, resetPassword),
  route(api.listSessions, listSessions),
  route(api.endSession, endSession),
  route(api.demoSignIn, demoSignIn),
]);

export const internalRoutes = table<Auth>([
  route(internal.setCredentials, setCredentials),
  route(internal.removeCredentials, removeCredentials),
  route(internal.endSessions, endSessions),
  route(internal.publicKeys, listPublicKeys),
  route(internal.revocations, listRevocations),
  route(internal.checkSession, checkSession),
  route(internal.unlockAccount, unlockAccount),
]);
