import { call } from '../call.ts';
import type { ChangePasswordBody, DemoSignInBody, ForgotPasswordBody, ResetPasswordBody, Session, SignInAnswer, SignInBody } from './schemas.ts';

export type { Session, SessionUser, SignInAnswer, SignInBody } from './schemas.ts';

export const signIn = call<{ body: SignInBody; answer: SignInAnswer }>()('POST', '/login');
export const signOut = call<{ answer: undefined }>()('POST', '/logout');
export const refreshToken = call<{ answer: SignInAnswer }>()('POST', '/token/refresh');
export const changePassword = call<{ body: ChangePasswordBody; answer: undefined }>()('POST', '/password/change');
export const forgotPassword = call<{ body: ForgotPasswordBody; answer: { message: string } }>()('POST', '/password/forgot');
export const resetPassword = call<{ body: ResetPasswordBody; answer: undefined }>()('POST', '/password/reset');
export const listSessions = call<{ answer: Session[] }>()('GET', '/sessions');
export const endSession = call<{ answer: undefined }>()('DELETE', '/sessions/:id');
export const demoSignIn = call<{ body: DemoSignInBody; answer: SignInAnswer }>()('POST', '/demo/sign-in');
