import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { agedStatus, type DataStatus, readDataStatus, worstStatus } from '../../lib/data-status.ts';
import { formatTime, formatWeekday } from '../../lib/format.ts';
import { ageWords, type IndexQuote, indices, type MarketIndex, ordinaryPeriodMs, sampleIndex, useIndex, useMarketSession, useTick } from '../../lib/market.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { Button } from '../../ui/button.tsx';
import { DataStatusBadge } from '../../ui/data-status.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SummaryCard } from '../../ui/summary-card.tsx';
import { AccountPanel } from './account-panel.tsx';
import './dashboard.css';
import { MarketDetails, useMarketDetails } from './market-details.tsx';
import { SessionRuler } from './session-ruler.tsx';

interface Shown {
  readonly index: MarketIndex;
  /** Undefined while the first answer is on its way. */
  readonly shown: IndexQuote | undefined;
  readonly status: DataStatus | undefined;
  readonly answeredMs: number;
  readonly failed: boolean;
}

/** One card: what was answered last, aged; the built-in day when nobody ever answered. */
function useCard(index: MarketIndex, periodMs: number, nowMs: number): Shown {
  const { data, dataUpdatedAt, isError } = useIndex(index, periodMs);
  const shown = data ?? (isError ? sampleIndex(index) : undefined);
  const status = data ? agedStatus(data.day.status, dataUpdatedAt, nowMs, periodMs) : shown?.day.status;
  return { index, shown, status, answeredMs: dataUpdatedAt, failed: isError };
}

function useRefresh(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.refetchQueries({ queryKey: ['market'], type: 'active' });
}

/** The market in five seconds, then the reader's own money. */
export default function DashboardPage() {
  const session = useMarketSession();
  const periodMs = session.data ? session.data.refreshSeconds * 1000 : ordinaryPeriodMs;
  const nowMs = useTick(5_000);
  const cards = [useCard(indices[0], periodMs, nowMs), useCard(indices[1], periodMs, nowMs), useCard(indices[2], periodMs, nowMs)];
  const details = useMarketDetails(periodMs);
  const refresh = useRefresh();
  const selector = useRef<HTMLSelectElement>(null);
  useKeys({ r: refresh, '/': () => selector.current?.focus() });
  const statuses = [...cards.map(({ status }) => status), details.status].filter((status) => status !== undefined);
  const known = statuses.length > 0 ? worstStatus(statuses) : undefined;
  const expected = useExpected(known);
  const pageStatus = known ?? expected;
  return (
    <>
      <PageHead
        title="Live Market Dashboard"
        badge={
          <Waiting for={known === undefined}>
            <PageBadge status={pageStatus} cards={cards} session={session.data} periodMs={periodMs} />
          </Waiting>
        }
        context={
          <Waiting for={known === undefined}>
            <Context status={pageStatus} cards={cards} session={session.data} periodMs={periodMs} />
          </Waiting>
        }
        actions={
          <span className="dash-refresh">
            <Button icon={<Icon of={RefreshCw} />} onClick={refresh}>
              Refresh <kbd>R</kbd>
            </Button>
          </span>
        }
      />
      <SessionRuler session={session.data} />
      <div className="dash-cards">
        {cards.map((card) => (
          <Card key={card.index.key} card={card} pageStatus={pageStatus} />
        ))}
      </div>
      <div className="dash-columns">
        <MarketDetails details={details} pageStatus={pageStatus} selector={selector} />
        <AccountPanel />
      </div>
    </>
  );
}

function Card({ card: { index, shown, status }, pageStatus }: { card: Shown; pageStatus: DataStatus }) {
  const own = shown && status !== undefined && status !== pageStatus;
  return (
    <SummaryCard
      title={index.name}
      exchange={index.exchange}
      data={shown ? [shown.quote] : []}
      unit={shown?.quote.currency ?? 'INR'}
      day={shown?.day}
      badge={own && <DataStatusBadge status={status} priceMs={shown.day.priceMs} />}
    />
  );
}

const newest = (cards: readonly Shown[]): number => Math.max(...cards.map(({ shown }) => shown?.day.priceMs ?? 0));
const secondsLeft = (cards: readonly Shown[], periodMs: number, nowMs: number): number =>
  Math.max(0, Math.ceil((Math.max(...cards.map(({ answeredMs }) => answeredMs)) + periodMs - nowMs) / 1000));

interface HeadProps {
  cards: readonly Shown[];
  periodMs: number;
  session: ReturnType<typeof useMarketSession>['data'];
}

const lastStatusKey = 'tp-market-status';

/** The status of the last visit, so that the head has its size before its data. */
function useExpected(known: DataStatus | undefined): DataStatus {
  const [expected] = useState(() => readDataStatus(localStorage.getItem(lastStatusKey)));
  useEffect(() => {
    if (known !== undefined) localStorage.setItem(lastStatusKey, known);
  }, [known]);
  return expected;
}

/** Takes the room of what will stand here, and says nothing yet. */
const Waiting = ({ for: waiting, children }: { for: boolean; children: ReactNode }) => <span className={waiting ? 'dash-waits' : undefined}>{children}</span>;

/** The label of the page: the worst of what it shows. */
function PageBadge({ status, cards, session, periodMs }: HeadProps & { status: DataStatus }) {
  const nowMs = useTick();
  const priceMs = newest(cards);
  const opens = session && `${formatWeekday(session.opensAt).replace(/, \d{4}$/, '')} at ${formatTime(session.opensAt)}`;
  return (
    <DataStatusBadge
      status={status}
      nowMs={nowMs + (session?.skewMs ?? 0)}
      source={session?.source}
      priceMs={priceMs > 0 ? priceMs : undefined}
      nextRefreshSeconds={secondsLeft(cards, periodMs, nowMs)}
      opens={opens}
    />
  );
}

/** The line under the heading: who says so, how old it is, and when it is asked for again. */
function Context({ status, cards, session, periodMs }: HeadProps & { status: DataStatus }) {
  const nowMs = useTick();
  const next = `next refresh in ${secondsLeft(cards, periodMs, nowMs)} s.`;
  const priceMs = newest(cards);
  if (status === 'sample')
    return (
      <>
        Sample figures, made from past closing prices. The live source cannot be reached. <span className="tp-nowrap">N{next.slice(1)}</span>
      </>
    );
  const age = priceMs > 0 && status !== 'closed' ? `${ageWords(priceMs, nowMs + (session?.skewMs ?? 0))}, ` : '';
  return (
    <>
      Source: {session?.source ?? 'not known'} (NSE, BSE).{' '}
      <span className="tp-nowrap">
        {age}
        {age ? next : `N${next.slice(1)}`}
      </span>
    </>
  );
}
