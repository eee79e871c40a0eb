import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { cancelWithdrawal, listDeposits, listLedger, listWithdrawals, requestWithdrawal, type Withdrawal } from '@tradepost/proto/api/funds/paths.ts';
import { type Paise, rupees } from '@tradepost/proto/api/money.ts';
import { type Page, request, requestPage } from '../../lib/http.ts';
import { closeKey, openKey } from '../../lib/idempotency.ts';
import { refetchInterval } from '../../lib/live.ts';
import { isUncertain } from '../../lib/problem.ts';
import { useUser } from '../../lib/use-session.ts';

const noCursor: string | undefined = undefined;
const paging = {
  initialPageParam: noCursor as string | undefined,
  getNextPageParam: (page: Page<unknown>) => page.after,
  refetchInterval,
};

/** The person's deposits, newest first. */
export function useDeposits() {
  const user = useUser();
  return useInfiniteQuery({
    ...paging,
    queryKey: ['deposits', user.id],
    queryFn: ({ pageParam }) => requestPage(listDeposits, { params: { userId: user.id }, query: { after: pageParam } }),
  });
}

/** The person's withdrawals in every state, newest first. */
export function useWithdrawals() {
  const user = useUser();
  return useInfiniteQuery({
    ...paging,
    queryKey: ['withdrawals', user.id],
    queryFn: ({ pageParam }) => requestPage(listWithdrawals, { params: { userId: user.id }, query: { after: pageParam } }),
  });
}

/** Every entry of the person's ledger, newest first. */
export function useLedger() {
  const user = useUser();
  return useInfiniteQuery({
    ...paging,
    queryKey: ['ledger', user.id],
    queryFn: ({ pageParam }) => requestPage(listLedger, { params: { userId: user.id }, query: { after: pageParam } }),
  });
}

/** Asks for a withdrawal. `key` stays the same until an answer is certain. */
export const sendWithdrawal = (userId: string, amountPaise: Paise, key: string) =>
  request(requestWithdrawal, { params: { userId }, body: { amount: rupees(amountPaise) }, idempotencyKey: key });

/** Reads everything again that shows the person's money. */
export function useRefreshMoney(): () => Promise<void> {
  const queryClient = useQueryClient();
  const user = useUser();
  return async () => {
    await Promise.all(['user', 'withdrawals', 'ledger', 'deposits'].map((kind) => queryClient.invalidateQueries({ queryKey: [kind, user.id] })));
  };
}

/** Cancels a pending withdrawal of the person. Its key is kept until an answer is certain. */
export function useCancelWithdrawal() {
  const user = useUser();
  const refreshMoney = useRefreshMoney();
  return useMutation({
    mutationFn: async (withdrawal: Withdrawal) => {
      const scope = `cancel-withdrawal:${user.id}`;
      try {
        const idempotencyKey = openKey(scope, withdrawal._id);
        const answer = await request(cancelWithdrawal, { params: { userId: user.id, withdrawalId: withdrawal._id }, idempotencyKey });
        closeKey(scope, withdrawal._id);
        return answer;
      } catch (error) {
        if (!isUncertain(error)) closeKey(scope, withdrawal._id);
        throw error;
      }
    },
    // Also after a refusal: then somebody has decided in the meantime, and the page should say so.
    onSettled: refreshMoney,
  });
}
