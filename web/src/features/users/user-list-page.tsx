import type { UserRow } from '@tradepost/proto/api/users/paths.ts';
import { Switch } from 'antd';
import { Eye, Pencil, Plus, Search, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { capitalise, formatGender, formatPhone, formatRupees } from '../../lib/format.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { useUser } from '../../lib/use-session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { DeskRow } from '../../ui/desk-row.tsx';
import { FilterRow } from '../../ui/filter-row.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Known } from '../../ui/missing.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Portrait } from '../../ui/portrait.tsx';
import { UserStateTag } from '../../ui/state-tag.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { mayChange, roleName } from './allowed.ts';
import { type StateFilter, stateFilters, useUserCounts, useUsers } from './api.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { EditDrawer } from './edit-drawer.tsx';
import { StatusDialog } from './status-dialog.tsx';
import { useDebounced } from './use-debounced.ts';
import './users.css';
import { WebsiteDetails } from './website-details.tsx';

const words: Readonly<Record<StateFilter, string>> = { all: 'All', pending: 'Waiting', active: 'Active', disabled: 'Disabled' };
const isFilter = (text: string | null): text is StateFilter => stateFilters.some((filter) => filter === text);

interface Asked {
  deed: 'status' | 'edit' | 'delete';
  row: UserRow;
}

/** The list as the address says it: `?q`, `?state`, `?sort`; `?website` opens the website details over it. */
function useListQuery() {
  const [query, setQuery] = useSearchParams();
  const state = query.get('state');
  const set = (name: string, value: string) =>
    setQuery(
      (before) => {
        if (value) before.set(name, value);
        else before.delete(name);
        return before;
      },
      { replace: true },
    );
  return { q: query.get('q') ?? '', state: isFilter(state) ? state : 'all', sort: query.get('sort') ?? '-createdAt', website: query.has('website'), set } as const;
}

export default function UserListPage() {
  const { q, state, sort, website, set } = useListQuery();
  const [typed, setTyped] = useState(q);
  useDebounced(typed.trim(), (text) => set('q', text));
  const users = useUsers({ q, state, sort });
  const counts = useUserCounts(q);
  const [asked, setAsked] = useState<Asked>();
  const [done, setDone] = useState<string>();
  const ask = (next: Asked) => {
    setDone(undefined);
    setAsked(next);
  };
  const finish = (message: string) => {
    setAsked(undefined);
    setDone(message);
  };
  const cancel = () => setAsked(undefined);
  const rows = users.data?.pages.flatMap((page) => page.rows);
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list, search, rows, (row) => ask({ deed: 'edit', row }));
  return (
    <>
      <Head onDetails={() => set('website', '1')} />
      <DeskRow />
      {done && (
        <Banner kind="success" onClose={() => setDone(undefined)} focus>
          {done}
        </Banner>
      )}
      <Panel flush refetching={users.isFetching && !users.isPending && !users.isFetchingNextPage} busy={users.isPending}>
        <div className="tp-list-tools">
          <FilterRow
            options={stateFilters.map((value, at) => ({ value, word: words[value], count: counts[at] ?? '·', waiting: value === 'pending' && counts[at] !== undefined }))}
            value={state}
            onChange={(next) => set('state', next === 'all' ? '' : next)}
          />
          <label className="tp-control tp-list-search">
            <Icon of={Search} />
            <span className="tp-hidden">Search name, user id, e-mail, phone</span>
            <input ref={search} type="search" placeholder="Name, user id, e-mail, phone" value={typed} onChange={(event) => setTyped(event.target.value)} />
          </label>
        </div>
        {users.isError && <ErrorState error={users.error} fallback="The users could not be loaded." onRetry={() => void users.refetch()} />}
        {!(users.isError && !rows) && (
          <div ref={list}>
            <UserRows
              rows={rows}
              q={q}
              sort={sort}
              onSort={(next) => set('sort', next)}
              onAsk={ask}
              onMore={users.hasNextPage ? () => void users.fetchNextPage() : undefined}
              moreBusy={users.isFetchingNextPage}
            />
            {rows && rows.length > 0 && (
              <p className="tp-list-total" role="status">
                1 to {rows.length} of {users.data?.pages.at(-1)?.total}
              </p>
            )}
          </div>
        )}
      </Panel>
      <StatusDialog person={asked?.deed === 'status' ? asked.row : undefined} onDone={finish} onCancel={cancel} />
      <DeleteDialog person={asked?.deed === 'delete' ? asked.row : undefined} onDone={finish} onCancel={cancel} />
      <WebsiteDetails open={website} onClose={() => set('website', '')} />
      <EditDrawer id={asked?.deed === 'edit' ? asked.row._id : undefined} onDone={finish} onCancel={cancel} />
    </>
  );
}

function Head({ onDetails }: { onDetails: () => void }) {
  const actions = (
    <>
      <Button onClick={onDetails}>Add Website Details</Button>
      <Link className="tp-button" data-kind="primary" to="/users/create">
        <Icon of={Plus} />
        <span>Create User</span>
      </Link>
    </>
  );
  return <PageHead title="User Management" actions={actions} />;
}

/** J and K move over the rows' first links, Enter opens as every link does, P shows the positions, E edits, `/` goes to the search. */
function useListKeys(
  list: React.RefObject<HTMLDivElement | null>,
  search: React.RefObject<HTMLInputElement | null>,
  rows: readonly UserRow[] | undefined,
  onEdit: (row: UserRow) => void,
) {
  const me = useUser();
  const navigate = useNavigate();
  const links = () => Array.from(list.current?.querySelectorAll<HTMLAnchorElement>('a[data-row]') ?? []);
  const at = () => links().findIndex((link) => link.closest('tr, li')?.contains(document.activeElement));
  const move = (step: number) =>
    links()
      .at(Math.max(0, Math.min(at() + step, links().length - 1)))
      ?.focus();
  const rowAt = () => rows?.find(({ _id }) => _id === links()[at()]?.dataset.row);
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    '/': () => search.current?.focus(),
    p: () => {
      const row = rowAt();
      if (row) void navigate(`/usernetposition/${row._id}`);
    },
    e: () => {
      const row = rowAt();
      if (row && mayChange(me, row)) onEdit(row);
    },
  });
}

interface RowsProps {
  rows: readonly UserRow[] | undefined;
  q: string;
  sort: string;
  onSort: (sort: string) => void;
  onAsk: (asked: Asked) => void;
  onMore: (() => void) | undefined;
  moreBusy: boolean;
}

function UserRows({ rows, q, sort, onSort, onAsk, onMore, moreBusy }: RowsProps) {
  const columns: Column<UserRow>[] = [
    { key: 'user', title: 'User', sort: 'name', render: (row) => <UserName row={row} /> },
    {
      key: 'contact',
      title: 'Contact',
      render: (row) => (
        <span className="tp-two-lines">
          <span>{row.email}</span>
          <span>{formatPhone(row.phone)}</span>
        </span>
      ),
    },
    { key: 'gender', title: 'Gender', wide: true, render: (row) => <Known>{formatGender(row.gender)}</Known> },
    { key: 'totalfund', title: 'Total Fund', align: 'right', sort: 'totalfund', render: (row) => formatRupees(row.totalfund) },
    { key: 'status', title: 'Status', render: (row) => <StatusSwitch row={row} onAsk={onAsk} /> },
    { key: 'positions', title: 'Positions', render: (row) => <PositionsLink row={row} /> },
    { key: 'actions', title: 'Actions', align: 'right', render: (row) => <RowActions row={row} onAsk={onAsk} /> },
  ];
  return (
    <DataList
      caption="Users"
      rows={rows}
      rowKey={(row) => row._id}
      columns={columns}
      sort={sort}
      onSort={onSort}
      onMore={onMore}
      moreBusy={moreBusy}
      empty={<EmptyState>{q ? `No user matches “${q}”.` : 'No users here yet.'}</EmptyState>}
      card={(row) => (
        <>
          <div className="tp-card-line">
            <UserName row={row} />
            <b>{formatRupees(row.totalfund)}</b>
          </div>
          <div className="tp-card-line" data-quiet>
            <span className="tp-anywhere">{row.email}</span>
            <span>{formatPhone(row.phone)}</span>
          </div>
          <div className="tp-card-line">
            <StatusSwitch row={row} onAsk={onAsk} />
            <PositionsLink row={row} />
            <RowActions row={row} onAsk={onAsk} />
          </div>
        </>
      )}
    />
  );
}

const PositionsLink = ({ row }: { row: UserRow }) => <Link to={`/usernetposition/${row._id}`}>View Net Position</Link>;

function UserName({ row }: { row: UserRow }) {
  const role = roleName(row.role);
  return (
    <span className="tp-person">
      <Portrait name={row.name} image={row.image} size={30} quiet />
      <span className="tp-two-lines">
        <Link to={`/user/${row._id}`} data-row={row._id}>
          {row.name}
        </Link>
        <span>
          {row.userId}
          {role && ` · ${role}`}
        </span>
      </span>
    </span>
  );
}

function StatusSwitch({ row, onAsk }: { row: UserRow; onAsk: (asked: Asked) => void }) {
  const me = useUser();
  const word = row.state === 'pending' ? <UserStateTag state={row.state} /> : capitalise(row.state);
  if (!mayChange(me, row)) return <UserStateTag state={row.state} />;
  return (
    <span className="tp-switch">
      <Switch checked={row.state === 'active'} aria-label={`Active: ${row.name}`} onChange={() => onAsk({ deed: 'status', row })} />
      <span>{word}</span>
    </span>
  );
}

function RowActions({ row, onAsk }: { row: UserRow; onAsk: (asked: Asked) => void }) {
  const me = useUser();
  const navigate = useNavigate();
  const allowed = mayChange(me, row);
  return (
    <span className="tp-row-actions">
      <IconAction label={`View ${row.name}`} icon={Eye} onPress={() => void navigate(`/user/${row._id}`)} />
      {allowed && <IconAction label={`Edit ${row.name}`} icon={Pencil} onPress={() => onAsk({ deed: 'edit', row })} />}
      {allowed && <IconAction label={`Delete ${row.name}`} icon={Trash2} onPress={() => onAsk({ deed: 'delete', row })} />}
    </span>
  );
}

function IconAction({ label, icon, onPress }: { label: string; icon: typeof Eye; onPress: () => void }) {
  return (
    <button type="button" className="tp-icon-button" aria-label={label} title={label} onClick={onPress}>
      <Icon of={icon} />
    </button>
  );
}
