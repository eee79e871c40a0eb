import type { SessionUser } from '@tradepost/proto/api/auth/paths.ts';

/** Whether `me` may change this account: nobody himself, and only the owner (role "0") touches staff. The server decides each call as well. */
export const mayChange = (me: Pick<SessionUser, 'id' | 'role'>, person: { _id: string; role: string }): boolean => person._id !== me.id && (person.role === '2' || me.role === '0');

/** What a role is called; empty for clients, who are the ordinary case. */
export function roleName(role: string): string {
  if (role === '0') return 'Owner';
  return role === '1' ? 'Administrator' : '';
}
