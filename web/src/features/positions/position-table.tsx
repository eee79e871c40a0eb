import type { Position } from '@tradepost/proto/api/positions/paths.ts';
import type { ReactNode } from 'react';
import { formatDate, formatFigure, formatRupees, formatSignedRupees } from '../../lib/format.ts';
import { Changing } from '../../ui/changing.tsx';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { Known } from '../../ui/missing.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { formatQuantity, standingPrice, totalsOf } from './figures.ts';
import { Entered, Percent, Profit, Side, SignedRupees } from './profit.tsx';

interface Props {
  /** Undefined while they are loaded for the first time. */
  rows: readonly Position[] | undefined;
  /** Names of shares by symbol. */
  names: ReadonlyMap<string, string>;
  sort: string;
  onSort: (sort: string) => void;
  onOpen: (position: Position) => void;
  empty: ReactNode;
  /** Shows who entered each row, and what an administrator can do with it. */
  actions?: ((position: Position) => ReactNode) | undefined;
}

const stateOf = ({ status }: Position): string => (status ? 'active' : 'closed');

/** The symbol opens the details of its row. */
function SymbolCell({ position, name, onOpen }: { position: Position; name: string | undefined; onOpen: (position: Position) => void }) {
  return (
    <span className="tp-symbol">
      <button type="button" className="tp-symbol-button" data-row={position._id} aria-haspopup="dialog" onClick={() => onOpen(position)}>
        {position.symbol}
      </button>
      {name && name !== position.symbol && <span>{name}</span>}
    </span>
  );
}

function Price({ position }: { position: Position }) {
  const price = standingPrice(position);
  return (
    <Changing value={price ?? null}>
      <Known>{formatFigure(price)}</Known>
    </Changing>
  );
}

const plain = (amount: number): string => (amount === 0 ? formatRupees(0) : formatSignedRupees(amount));

function columnsOf({ names, onOpen, actions }: Pick<Props, 'names' | 'onOpen' | 'actions'>): Column<Position>[] {
  return [
    { key: 'symbol', title: 'Symbol', sort: 'symbol', render: (row) => <SymbolCell position={row} name={names.get(row.symbol)} onOpen={onOpen} /> },
    { key: 'type', title: 'Type', sort: 'type', render: (row) => <Side type={row.type} /> },
    { key: 'quantity', title: 'Quantity', align: 'right', sort: 'quantity', render: (row) => formatQuantity(row.stockQuantity) },
    { key: 'openPrice', title: 'Open price', align: 'right', sort: 'openPrice', render: (row) => formatFigure(row.openPrice) },
    { key: 'price', title: 'Close / last', align: 'right', sort: 'price', render: (row) => <Price position={row} /> },
    { key: 'profit', title: 'Profit', align: 'right', sort: 'profit', render: (row) => <Profit position={row} /> },
    // An administrator needs the room for the deeds; the details have it.
    ...(actions ? [] : [{ key: 'percent', title: 'Profit %', align: 'right' as const, sort: 'percent', wide: true, render: (row: Position) => <Percent position={row} /> }]),
    { key: 'status', title: 'Status', sort: 'status', render: (row) => <StateTag state={stateOf(row)} /> },
    {
      key: 'date',
      title: 'Date',
      sort: 'date',
      wide: true,
      render: (row) => (
        <span className="tp-symbol">
          <span className="tp-date">{formatDate(row.createdAt)}</span>
          {actions && <span>{row.by.name}</span>}
        </span>
      ),
    },
    ...(actions ? [{ key: 'actions', title: 'Actions', align: 'right' as const, render: actions }] : []),
  ];
}

/** A position as a card: name and profit, then quantity and prices, then date and state. */
function PositionCard({ position, onOpen, actions }: { position: Position } & Pick<Props, 'onOpen' | 'actions'>) {
  const price = standingPrice(position);
  const closed = !position.status && <StateTag state="closed" />;
  return (
    <>
      <div className="tp-card-line">
        <span className="tp-card-symbol">
          <SymbolCell position={position} name={undefined} onOpen={onOpen} />
          <Side type={position.type} />
        </span>
        <b>
          <Changing value={position.profit}>
            <SignedRupees amount={position.profitColor === 'red' ? -position.profit : position.profit} />
          </Changing>
        </b>
      </div>
      <div className="tp-card-line" data-quiet>
        <span>
          {formatQuantity(position.stockQuantity)} at {formatFigure(position.openPrice)}
          {price !== undefined && ` · ${position.status ? 'last' : 'closed'} ${formatFigure(price)}`}
        </span>
        <Percent position={position} />
      </div>
      <div className="tp-card-line" data-quiet>
        <span>
          {formatDate(position.createdAt)}
          {actions && ` · ${position.by.name}`}
        </span>
        {position.profitSource === 'manual' && <Entered word="Entered by admin" />}
        {!actions && closed}
      </div>
      {actions && (
        <div className="tp-card-line">
          {actions(position)}
          {closed}
        </div>
      )}
    </>
  );
}

/** The positions that the filter left, with their sum under a double rule. */
export function PositionTable({ rows, names, sort, onSort, onOpen, empty, actions }: Props) {
  const totals = rows && totalsOf(rows);
  return (
    <DataList
      caption="Positions"
      rows={rows}
      rowKey={(row) => row._id}
      columns={columnsOf({ names, onOpen, actions })}
      sort={sort}
      onSort={onSort}
      empty={empty}
      card={(row) => <PositionCard position={row} onOpen={onOpen} actions={actions} />}
      {...(rows &&
        totals && {
          totals: {
            symbol: <span className="tp-total-words">{rows.length === 1 ? 'Total of 1 position' : `Total of ${rows.length} positions`}</span>,
            profit: (
              <span className="tp-double">
                <SignedRupees amount={totals.all} />
              </span>
            ),
            status: (
              <span className="tp-split">
                <span>
                  {totals.activeCount} active {plain(totals.open)}
                </span>
                <span>
                  {totals.closedCount} closed {plain(totals.closed)}
                </span>
              </span>
            ),
          },
        })}
    />
  );
}
