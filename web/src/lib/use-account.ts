import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getUser, type UserDetail } from '@tradepost/proto/api/users/paths.ts';
import { request } from './http.ts';
import { useUser } from './use-session.ts';

/** How often balances, lists and devices are read again while a page is open; a page in the background waits until it is looked at. */
export const refreshIntervalMs = 15_000;

/** The signed-in person's own account with its money, as the server says now. Money is null while the funds service is away. */
export function useAccount(): UseQueryResult<UserDetail> {
  const user = useUser();
  return useQuery({ queryKey: ['user', user.id], queryFn: () => request(getUser, { params: { id: user.id } }), refetchInterval: refreshIntervalMs });
}
