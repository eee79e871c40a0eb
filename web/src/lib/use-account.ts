import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getUser, type UserDetail } from '@tradepost/proto/api/users/paths.ts';
import { request } from './http.ts';
import { refetchInterval } from './live.ts';
import { useUser } from './use-session.ts';

/** The signed-in person's own account with its money, as the server says now. Money is null while the funds service is away. */
export function useAccount(): UseQueryResult<UserDetail> {
  const user = useUser();
  return useQuery({ queryKey: ['user', user.id], queryFn: () => request(getUser, { params: { id: user.id } }), refetchInterval });
}
