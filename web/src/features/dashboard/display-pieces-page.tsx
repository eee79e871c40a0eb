import type { Quote } from '../../lib/quote.ts';
import { DataStatusMark } from '../../ui/data-status.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QuoteTable } from '../../ui/quote-table.tsx';
import { SummaryCard } from '../../ui/summary-card.tsx';
import './dashboard.css';

const timestamp = '2026-06-03T08:12:10.000Z';
const rising: Quote = { symbol: 'RISING', name: 'A share that rises', price: 1250.5, changes: '+12.50 (+1.01%)', low: 1230, high: 1260.25, volume: 10.7, timestamp };
const falling: Quote = { symbol: 'FALLING', name: 'A share that falls', price: 748.55, changes: '-7.30 (-0.97%)', low: 742.85, high: 760, volume: 20.7, timestamp };
const unchanged: Quote = { symbol: 'LEVEL', name: 'A share that stands', price: 300, changes: '+0.00 (+0.00%)', low: 300, high: 300, volume: 0, timestamp };
const unknown: Quote = { symbol: 'UNKNOWN', name: 'A share of which little is known', price: null, changes: '', low: null, high: null, volume: null };

const cards: readonly { readonly title: string; readonly data: unknown }[] = [
  { title: 'Rising', data: [rising] },
  { title: 'Falling', data: [falling] },
  { title: 'At zero', data: [unchanged] },
  { title: 'Little is known', data: [unknown] },
  { title: 'The first of several', data: [rising, falling] },
  { title: 'An empty list', data: [] },
  { title: 'No list', data: null },
];

/** The two display pieces of the specification in each of their states, with sample figures. */
export default function DisplayPiecesPage() {
  return (
    <>
      <PageHead
        title="Display pieces"
        badge={<DataStatusMark status="sample" />}
        context="The summary card and the quote table in each of their states. Sample figures made by Tradepost. Not market prices."
      />
      <div className="dash-pieces">
        {cards.map(({ title, data }) => (
          <SummaryCard key={title} title={title} data={data} />
        ))}
      </div>
      {(
        [
          ['Quotes', [rising, falling, unchanged, unknown]],
          ['No quotes', []],
          ['A missing list', undefined],
        ] as const
      ).map(([title, quotes]) => (
        <Panel key={title} title={title} flush>
          <QuoteTable title={title} quotes={quotes} />
        </Panel>
      ))}
    </>
  );
}
