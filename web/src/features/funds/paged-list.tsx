import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '../../lib/http.ts';
import { ProblemBanner } from '../../ui/banner.tsx';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { ErrorState } from '../../ui/states.tsx';

export type Paged<Row> = UseInfiniteQueryResult<InfiniteData<Page<Row[]>>>;

interface Props<Row extends { _id: string }> {
  query: Paged<Row>;
  caption: string;
  columns: readonly Column<Row>[];
  card: (row: Row) => ReactNode;
  empty: ReactNode;
  /** What to say when the server sent no words. */
  fallback: string;
  totals?: Readonly<Record<string, ReactNode>> | undefined;
  /** Shows no more than these, and no "Show more". */
  rows?: readonly Row[] | undefined;
  skeletonRows?: number;
}

/** All rows that were loaded so far; undefined before the first answer. */
export const rowsOf = <Row,>(query: Paged<Row>): Row[] | undefined => query.data?.pages.flatMap((page) => page.rows);

/** A list that is read page by page with the cursor of the server. Rows stay visible when reading them again fails. */
export function PagedList<Row extends { _id: string }>({ query, fallback, totals, rows, skeletonRows = 5, ...list }: Props<Row>) {
  const retry = () => void query.refetch();
  if (query.isError && !query.data) return <ErrorState error={query.error} fallback={fallback} onRetry={retry} />;
  return (
    <>
      {query.isError && (
        <div className="tp-funds-note">
          <ProblemBanner error={query.error} fallback={fallback} onRetry={retry} />
        </div>
      )}
      <DataList
        {...list}
        rows={rows ?? rowsOf(query)}
        rowKey={(row) => row._id}
        skeletonRows={skeletonRows}
        {...(totals ? { totals } : {})}
        onMore={!rows && query.hasNextPage ? () => void query.fetchNextPage() : undefined}
        moreBusy={query.isFetchingNextPage}
      />
    </>
  );
}
