import { useQuery } from '@tanstack/react-query';
import { listActive } from '@tradepost/proto/api/positions/paths.ts';
import { Link } from 'react-router-dom';
import { formatRupees, formatSignedRupees } from '../../lib/format.ts';
import { request } from '../../lib/http.ts';
import { refetchInterval } from '../../lib/live.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useUser } from '../../lib/use-session.ts';
import { Changing } from '../../ui/changing.tsx';
import { Known } from '../../ui/missing.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';

/** What the open positions would give now; undefined while that is not known, null for somebody without any. */
function useOpenProfit(): number | null | undefined {
  const user = useUser();
  const { data } = useQuery({ queryKey: ['positions', user.id, 'open'], queryFn: () => request(listActive, { params: { id: user.id }, query: { limit: 200 } }), refetchInterval });
  const profits = data?.positions.map(({ computedProfit }) => computedProfit);
  if (!profits || profits.some((profit) => profit === null)) return undefined;
  return profits.length === 0 ? null : profits.reduce<number>((total, profit) => total + Math.round((profit ?? 0) * 100), 0) / 100;
}

/** The reader's own money beside the market. */
export function AccountPanel() {
  const { data, error, isPending, isError, refetch } = useAccount();
  const openProfit = useOpenProfit();
  return (
    <Panel title="Your account" busy={isPending} className="dash-account">
      {isPending && <SkeletonLines lines={4} />}
      {isError && !data && <ErrorState error={error} fallback="Your account could not be loaded." onRetry={() => void refetch()} />}
      {data && (
        <>
          {data.state === 'pending' && <p className="dash-waiting">Waiting for approval. You can look around; deposits and withdrawals open after approval.</p>}
          <p className="dash-account-label">Available Margin</p>
          <p className="dash-account-figure">
            <Changing value={data.availableFund}>
              <Known>{formatRupees(data.availableFund)}</Known>
            </Changing>
          </p>
          <dl className="tp-lines">
            {openProfit !== undefined && openProfit !== null && (
              <div>
                <dt>Open positions</dt>
                <dd className={openProfit < 0 ? 'tp-down' : openProfit > 0 ? 'tp-up' : undefined}>{formatSignedRupees(openProfit)}</dd>
              </div>
            )}
            <div>
              <dt>Withdrawal on hold</dt>
              <dd>
                <Known>{formatRupees(data.heldFund)}</Known>
              </dd>
            </div>
          </dl>
          <p className="dash-account-ways">
            <Link className="tp-button" data-kind="primary" to="/funds?add=1">
              Add Fund
            </Link>
            <Link className="tp-button" to="/withdraw-fund">
              Withdraw
            </Link>
          </p>
        </>
      )}
    </Panel>
  );
}
