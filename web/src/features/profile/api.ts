import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { changePassword, endSession, listSessions } from '@tradepost/proto/api/auth/paths.ts';
import { type BankDetails, editUser, reveal, saveBankDetails, type UserDetail, type UserProfile } from '@tradepost/proto/api/users/paths.ts';
import { request } from '../../lib/http.ts';
import { refetchInterval } from '../../lib/live.ts';
import { updateStoredUser } from '../../lib/session.ts';
import { useUser } from '../../lib/use-session.ts';

/** Takes over what a change answered, so that the page shows it at once; the next read brings the rest. */
function useTakeOver(): (change: Partial<UserProfile>) => Promise<void> {
  const queryClient = useQueryClient();
  const user = useUser();
  return async (change) => {
    const queryKey = ['user', user.id];
    queryClient.setQueryData<UserDetail>(queryKey, (before) => before && { ...before, ...change });
    await queryClient.invalidateQueries({ queryKey });
  };
}

/** Saves the address. A stale `version` is refused: somebody changed the account in the meantime. */
export function useSaveAddress() {
  const user = useUser();
  const takeOver = useTakeOver();
  return useMutation({
    mutationFn: ({ address, version }: { address: string; version: number }) => request(editUser, { params: { id: user.id }, body: { address, version } }),
    onSuccess: takeOver,
  });
}

/** Sends a new photo; `onProgress` hears how much of it has left, 0 to 1. */
export function useSavePhoto(onProgress: (share: number) => void) {
  const user = useUser();
  const takeOver = useTakeOver();
  return useMutation({
    mutationFn: (photo: File) => {
      const form = new FormData();
      form.set('image', photo);
      return request(editUser, { params: { id: user.id }, form, onUploadProgress: onProgress });
    },
    onSuccess: async (profile) => {
      updateStoredUser({ image: profile.image });
      await takeOver(profile);
    },
  });
}

/** Shows one masked number in full; the server writes that down. */
export function useReveal(field: 'pancard' | 'accountNumber') {
  const user = useUser();
  return useMutation({ mutationFn: () => request(reveal, { params: { id: user.id }, body: { field } }) });
}

/** Saves the bank details, once. */
export const sendBankDetails = (userId: string, details: BankDetails, idempotencyKey: string): Promise<BankDetails> =>
  request(saveBankDetails, { params: { userId }, body: details, idempotencyKey });

/** Reads the account again, for example after the bank details were saved. */
export function useRefreshAccount(): () => void {
  const queryClient = useQueryClient();
  const user = useUser();
  return () => void queryClient.invalidateQueries({ queryKey: ['user', user.id] });
}

const sessionsKey = (userId: string) => ['sessions', userId];

/** The devices on which the person is signed in. */
export function useSessions() {
  const user = useUser();
  return useQuery({ queryKey: sessionsKey(user.id), queryFn: () => request(listSessions), refetchInterval });
}

/** Ends some of the person's sessions, one after the other. What has ended before a failure stays ended. */
export function useEndSessions() {
  const queryClient = useQueryClient();
  const user = useUser();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) await request(endSession, { params: { id } });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsKey(user.id) }),
  });
}

/** Changes the own password; all other devices are signed out. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  const user = useUser();
  return useMutation({
    mutationFn: (passwords: { current: string; next: string }) => request(changePassword, { body: passwords }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsKey(user.id) }),
  });
}
