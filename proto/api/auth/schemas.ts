import { z } from 'zod';
import { contract, noContent } from '../schema.ts';
import * as paths from './paths.ts';

/** What the browser may keep of the signed-in person (security: no more than this). */
export const sessionUser = z.object({
  id: z.string(),
  _id: z.string(),
  userId: z.string(),
  name: z.string(),
  role: z.string(),
  image: z.string().nullable(),
  status: z.boolean(),
});
export type SessionUser = z.infer<typeof sessionUser>;
export const signInAnswer = z.object({ token: z.string(), user: sessionUser, mustChangePassword: z.boolean().optional() });
export type SignInAnswer = z.infer<typeof signInAnswer>;

export const session = z.object({
  _id: z.string(),
  device: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  expiresAt: z.string(),
  /** The one that asks. */
  current: z.boolean(),
});
export type Session = z.infer<typeof session>;

/** A new password: 8 or more characters, and not a common one (the service judges that). At most 200, so that hashing stays bounded. */
export const newPassword = z.string().min(8, 'A password has 8 or more characters').max(200, 'A password has at most 200 characters');
const typedPassword = z.string().min(1, 'Password is required').max(1000);
const humanId = z.string().trim().min(1, 'User Id is required').max(254);

export const signInBody = z.strictObject({ userId: humanId, password: typedPassword, remember: z.boolean().optional() });
export type SignInBody = z.input<typeof signInBody>;
export const changePasswordBody = z.strictObject({ current: typedPassword, next: newPassword });
export type ChangePasswordBody = z.input<typeof changePasswordBody>;
export const forgotPasswordBody = z.strictObject({ userId: humanId });
export type ForgotPasswordBody = z.input<typeof forgotPasswordBody>;
export const resetPasswordBody = z.strictObject({ token: z.string().min(1).max(200), next: newPassword });
export type ResetPasswordBody = z.input<typeof resetPasswordBody>;
export const demoSignInBody = z.strictObject({ as: z.enum(['client', 'admin']) });
export type DemoSignInBody = z.input<typeof demoSignInBody>;

const plain = { idempotent: false } as const;
export const signIn = contract(paths.signIn, { ...plain, summary: 'Sign in', access: 'public', body: signInBody, answer: signInAnswer });
export const signOut = contract(paths.signOut, { ...plain, summary: 'Sign out; the session ends on the server', access: 'cookie', status: 204, answer: noContent });
export const refreshToken = contract(paths.refreshToken, { ...plain, summary: 'A new access token for the refresh cookie', access: 'cookie', answer: signInAnswer });
export const changePassword = contract(paths.changePassword, {
  ...plain,
  summary: 'Change the own password; other sessions end',
  access: 'signed-in',
  fresh: true,
  status: 204,
  body: changePasswordBody,
  answer: noContent,
});
export const forgotPassword = contract(paths.forgotPassword, {
  ...plain,
  summary: 'Ask for a link to set a new password',
  access: 'public',
  status: 202,
  body: forgotPasswordBody,
});
export const resetPassword = contract(paths.resetPassword, {
  ...plain,
  summary: 'Set a new password with the link',
  access: 'public',
  status: 204,
  body: resetPasswordBody,
  answer: noContent,
});
export const listSessions = contract(paths.listSessions, { summary: 'Own signed-in devices', access: 'signed-in', answer: z.array(session) });
export const endSession = contract(paths.endSession, { summary: 'End one own session', access: 'signed-in', status: 204, answer: noContent });
export const demoSignIn = contract(paths.demoSignIn, { ...plain, summary: 'Sign in to the demonstration', access: 'public', body: demoSignInBody, answer: signInAnswer });
