import type { ContactMessage } from '@tradepost/proto/api/site-content/paths.ts';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useTableWidth } from '../../lib/media.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { Banner, ProblemBanner } from '../../ui/banner.tsx';
import { DeskRow, useNewMessages } from '../../ui/desk-row.tsx';
import { FilterRow } from '../../ui/filter-row.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import '../../ui/queue.css';
import { type MessageFilter, messageFilters, useMark, useMessages } from './api.ts';
import { MessageList } from './message-list.tsx';
import { MessagePanel } from './message-panel.tsx';
import './messages.css';

const words: Readonly<Record<MessageFilter, string>> = { new: 'New', answered: 'Answered', all: 'All' };
const isFilter = (text: string | null): text is MessageFilter => messageFilters.some((filter) => filter === text);

/** What the address says: `?show` which messages, `?message` the one that is open; on wide screens else the newest. */
function useInboxQuery() {
  const [query, setQuery] = useSearchParams();
  const show = query.get('show');
  const filter = isFilter(show) ? show : 'new';
  const go = (next: MessageFilter, message?: string) => setQuery({ ...(next === 'new' ? {} : { show: next }), ...(message ? { message } : {}) }, { replace: true });
  return { filter, asked: query.get('message') ?? undefined, go };
}

/** The inbox: what is shown, which message is open, and the deeds on it. */
function useInbox(wide: boolean) {
  const { filter, asked, go } = useInboxQuery();
  const messages = useMessages(filter);
  const rows = messages.data?.pages.flatMap((page) => page.rows) ?? [];
  const open = rows.find(({ _id }) => _id === asked) ?? (wide ? rows[0] : undefined);
  const at = open ? rows.indexOf(open) : -1;
  const [moved, setMoved] = useState(false);
  const [done, setDone] = useState<ContactMessage>();
  const mark = useMark();
  const select = (row: ContactMessage | undefined) => {
    if (!row) return;
    setDone(undefined);
    setMoved(true);
    go(filter, row._id);
  };
  const turn = (message: ContactMessage, then: (marked: ContactMessage) => void) => {
    if (!mark.isPending) mark.mutate({ message, status: message.status === 'new' ? 'answered' : 'new' }, { onSuccess: then });
  };
  const toggle = (message: ContactMessage | undefined) => {
    const next = rows[at + 1] ?? rows[at - 1];
    if (!message) return;
    turn(message, (marked) => {
      setDone(marked);
      // It leaves the list that is shown, so the next one is opened.
      if (filter !== 'all') go(filter, wide ? next?._id : undefined);
    });
  };
  const undo = (marked: ContactMessage) =>
    turn(marked, () => {
      setDone(undefined);
      go(filter, marked._id);
    });
  useKeys({ j: () => select(rows[at + 1]), k: () => select(rows[at - 1]), a: () => toggle(open), escape: () => go(filter) });
  return { filter, go, messages, rows, open, moved, done, mark, select, toggle, undo, close: () => setDone(undefined) };
}

/** What visitors wrote, to be answered by mail and marked. */
export default function MessagesPage() {
  const wide = useTableWidth();
  const waiting = useNewMessages();
  const { filter, go, messages, rows, open, moved, done, mark, select, toggle, undo, close } = useInbox(wide);
  const single = !wide && open !== undefined;
  const options = messageFilters.map((value) => ({ value, word: words[value], waiting: true, count: value === 'new' ? waiting : undefined }));
  return (
    <>
      <PageHead title="Contact messages" windowTitle={waiting && waiting !== '0' ? `(${waiting}) Messages` : 'Messages'} />
      <DeskRow />
      {done && <DoneBanner marked={done} onUndo={() => undo(done)} onClose={close} />}
      {mark.isError && <ProblemBanner error={mark.error} fallback="The message could not be marked." onClose={() => mark.reset()} focus />}
      {!single && (
        <div className="tp-message-filter">
          <FilterRow options={options} value={filter} onChange={(next) => go(next)} />
        </div>
      )}
      <InboxState messages={messages} empty={rows.length === 0} />
      {rows.length > 0 && (
        <div className="tp-queue">
          {!single && (
            <MessageList
              rows={rows}
              title={`${messages.data?.pages.at(-1)?.total} ${filter === 'all' ? 'in all' : words[filter].toLowerCase()}`}
              selected={open?._id}
              refetching={messages.isFetching && !messages.isFetchingNextPage}
              onSelect={select}
              onMore={messages.hasNextPage ? () => void messages.fetchNextPage() : undefined}
              moreBusy={messages.isFetchingNextPage}
            />
          )}
          {open && (
            <MessagePanel key={open._id} message={open} takeFocus={moved} busy={mark.isPending} onBack={single ? () => go(filter) : undefined} onMark={() => toggle(open)} />
          )}
        </div>
      )}
    </>
  );
}

function DoneBanner({ marked, onUndo, onClose }: { marked: ContactMessage; onUndo: () => void; onClose: () => void }) {
  return (
    <Banner kind="success" onClose={onClose} onRetry={onUndo} retryLabel="Undo">
      The message of {marked.name} is marked as {marked.status === 'answered' ? 'answered' : 'new'}.
    </Banner>
  );
}

/** What stands in place of the messages while they load, when they failed and when there are none. */
function InboxState({ messages, empty }: { messages: ReturnType<typeof useMessages>; empty: boolean }) {
  return (
    <>
      {messages.isError && <ErrorState error={messages.error} fallback="The messages could not be loaded." onRetry={() => void messages.refetch()} />}
      {messages.isPending && (
        <Panel busy>
          <SkeletonLines lines={6} />
        </Panel>
      )}
      {messages.data && empty && (
        <Panel>
          <EmptyState>No messages.</EmptyState>
        </Panel>
      )}
    </>
  );
}
