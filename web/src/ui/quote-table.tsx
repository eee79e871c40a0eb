import type { ReactNode } from 'react';
import { formatFigure } from '../lib/format.ts';
import { formatVolume, type Quote } from '../lib/quote.ts';
import { Change } from './change.tsx';
import { type Column, DataList } from './data-list.tsx';
import { Known } from './missing.tsx';
import { EmptyState } from './states.tsx';
import './quotes.css';

interface Props {
  /** What the list is. */
  title: string;
  /** The records; empty or missing says "No quotes yet.", `undefined` with `busy` draws grey rows. */
  quotes: readonly Quote[] | null | undefined;
  busy?: boolean;
  skeletonRows?: number;
  /** A drawing of the day for each row, from 1024 px. */
  line?: ((quote: Quote) => ReactNode) | undefined;
  /** The row's own label, where it differs from the page's. */
  badge?: (quote: Quote) => ReactNode;
  /** Stands in place of "No quotes yet." */
  empty?: ReactNode;
}

const columnsOf = ({ line, badge }: Pick<Props, 'line' | 'badge'>): Column<Quote>[] => [
  {
    key: 'symbol',
    title: 'Symbol',
    render: (quote) => (
      <span className="tp-quote-symbol">
        <b>{quote.symbol}</b> {badge?.(quote)}
        {quote.name && <span>{quote.name}</span>}
      </span>
    ),
  },
  {
    key: 'price',
    title: 'Price',
    align: 'right',
    render: (quote) => (
      <b>
        <Known>{formatFigure(quote.price)}</Known>
      </b>
    ),
  },
  ...(line ? [{ key: 'line', title: 'Today', wide: true, render: line }] : []),
  { key: 'changes', title: 'Changes', align: 'right', render: (quote) => <Change text={quote.changes} /> },
  { key: 'low', title: 'Low', align: 'right', render: (quote) => <Known>{formatFigure(quote.low)}</Known> },
  { key: 'high', title: 'High', align: 'right', render: (quote) => <Known>{formatFigure(quote.high)}</Known> },
  { key: 'volume', title: 'Volume', align: 'right', render: (quote) => <Known>{formatVolume(quote.volume)}</Known> },
];

function QuoteCard({ quote, badge }: { quote: Quote; badge?: ReactNode }) {
  return (
    <div className="tp-quote-card">
      <p>
        <span>
          <b>{quote.symbol}</b> {badge}
        </span>
        <b>
          <Known>{formatFigure(quote.price)}</Known>
        </b>
      </p>
      <p>
        <span>
          L {formatFigure(quote.low)} · H {formatFigure(quote.high)} · {formatVolume(quote.volume)}
        </span>
        <Change text={quote.changes} />
      </p>
    </div>
  );
}

/** Quotes as a table, or as cards below 768 px. */
export function QuoteTable({ title, quotes, busy = false, skeletonRows = 3, line, badge, empty }: Props) {
  return (
    <DataList
      caption={title}
      rows={busy && !quotes ? undefined : (quotes ?? [])}
      rowKey={(quote) => quote.symbol}
      columns={columnsOf({ line, ...(badge ? { badge } : {}) })}
      card={(quote) => <QuoteCard quote={quote} badge={badge?.(quote)} />}
      empty={empty ?? <EmptyState>No quotes yet.</EmptyState>}
      skeletonRows={skeletonRows}
    />
  );
}
