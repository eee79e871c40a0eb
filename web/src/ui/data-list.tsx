import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTableWidth } from '../lib/media.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Skeleton } from './skeleton.tsx';

export interface Column<Row> {
  key: string;
  title: ReactNode;
  render: (row: Row) => ReactNode;
  /** Figures stand right, and so do their heads. */
  align?: 'right';
  /** The name of the sort order on the server, such as `createdAt`; makes the head a button. */
  sort?: string;
  /** Not shown below 1024 px. */
  wide?: boolean;
}

interface Props<Row> {
  /** What the list is, for screen readers. */
  caption: string;
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  /** The same row as a card, below 768 px. */
  card: (row: Row) => ReactNode;
  /** Stands in place of the list when there are no rows. */
  empty: ReactNode;
  /** The order as the server takes it: `-createdAt`. */
  sort?: string;
  onSort?: (sort: string) => void;
  /** A row under the table for sums: one cell a column, by key. */
  totals?: Readonly<Record<string, ReactNode>>;
  /** How many grey rows to draw while `rows` is undefined. */
  skeletonRows?: number;
  /** "Show more": present while there are further pages. */
  onMore?: (() => void) | undefined;
  moreBusy?: boolean;
  rowLabel?: (row: Row) => string | undefined;
}

/** A list: a real table from 768 px, the same rows as cards below. The panel may scroll inside, the page never does. */
export function DataList<Row>(props: Props<Row>) {
  const table = useTableWidth();
  if (props.rows?.length === 0) return props.empty;
  return (
    <>
      {table ? <TableView {...props} /> : <CardView {...props} />}
      {props.onMore && (
        <div className="tp-list-more">
          <Button onClick={props.onMore} busy={props.moreBusy ?? false} busyLabel="Loading...">
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

function CardView<Row>({ caption, rows, rowKey, card, skeletonRows = 5 }: Props<Row>) {
  return (
    <ul className="tp-cards" aria-label={caption}>
      {rows
        ? rows.map((row) => <li key={rowKey(row)}>{card(row)}</li>)
        : Array.from({ length: skeletonRows }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: grey rows are all alike.
            <li key={at}>
              <Skeleton height="4rem" />
            </li>
          ))}
    </ul>
  );
}

function TableView<Row>({ caption, rows, rowKey, columns, sort, onSort, totals, skeletonRows = 5, rowLabel }: Props<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="tp-table-scroll" aria-label={`${caption}, table`} tabIndex={0}>
      <table className="tp-table">
        <caption className="tp-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => (
                <tr key={rowKey(row)} aria-label={rowLabel?.(row)}>
                  {columns.map((column) => (
                    <td key={column.key} data-align={column.align} data-wide={column.wide || undefined}>
                      {column.render(row)}
                    </td>
                  ))}
                </tr>
              ))
            : Array.from({ length: skeletonRows }, (_, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: grey rows are all alike.
                <tr key={at}>
                  <td colSpan={columns.length}>
                    <Skeleton height="1.25rem" />
                  </td>
                </tr>
              ))}
        </tbody>
        {totals && rows && (
          <tfoot>
            <tr>
              {columns.map((column) => (
                <td key={column.key} data-align={column.align} data-wide={column.wide || undefined}>
                  {totals[column.key]}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}

function Head<Row>({ column, sort = '', onSort }: { column: Column<Row>; sort?: string | undefined; onSort?: ((sort: string) => void) | undefined }) {
  const { sort: order } = column;
  if (!order || !onSort)
    return (
      <th scope="col" data-align={column.align} data-wide={column.wide || undefined}>
        {column.title}
      </th>
    );
  const direction = sort === order ? 'ascending' : sort === `-${order}` ? 'descending' : undefined;
  const next = direction === 'descending' ? order : `-${order}`;
  return (
    <th scope="col" data-align={column.align} data-wide={column.wide || undefined} aria-sort={direction ?? 'none'}>
      <button type="button" className="tp-sort" onClick={() => onSort(next)}>
        {column.title}
        <Icon of={direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown} size={13} />
      </button>
    </th>
  );
}
