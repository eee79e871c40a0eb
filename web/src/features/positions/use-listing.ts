import type { Position } from '@tradepost/proto/api/positions/paths.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type KeyMap, useKeys } from '../../lib/use-keys.ts';
import { defaultSort, isShow, listed, type Show } from './listing.ts';

/** What the address asks to see: `?show`, `?q`, `?sort`; and the rows that this leaves. What is typed counts at once; the address follows when it can. */
export function useListing(positions: readonly Position[] | undefined) {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('show');
  const show: Show = isShow(asked) ? asked : 'all';
  const [q, setSought] = useState(query.get('q') ?? '');
  const sort = query.get('sort') ?? defaultSort;
  const set = (name: 'show' | 'q' | 'sort', value: string, standard: string) =>
    setQuery(
      (before) => {
        if (value === standard) before.delete(name);
        else before.set(name, value);
        return before;
      },
      { replace: true },
    );
  return {
    ...{ show, q, sort },
    rows: positions && listed(positions, { show, q, sort }),
    setShow: (next: Show) => set('show', next, 'all'),
    setQ: (next: string) => {
      setSought(next);
      set('q', next, '');
    },
    setSort: (next: string) => set('sort', next, defaultSort),
  };
}

/** The time, moving on every five seconds: ages of prices are worked out from it. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 5_000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

/** Says aloud which position has just been closed: "Position WIPRO is closed." */
export function useClosedNotice(positions: readonly Position[] | undefined): string {
  const before = useRef<ReadonlyMap<string, boolean>>(undefined);
  const [notice, setNotice] = useState('');
  useEffect(() => {
    if (!positions) return;
    const closed = positions.filter(({ _id, status }) => !status && before.current?.get(_id) === true).map(({ symbol }) => symbol);
    before.current = new Map(positions.map(({ _id, status }) => [_id, status]));
    if (closed.length > 0) setNotice(closed.map((symbol) => `Position ${symbol} is closed.`).join(' '));
  }, [positions]);
  return notice;
}

/** J and K move over the rows, Enter opens as every button does, `/` goes to the search; `more` are keys of the page. They get the id of the row that has the focus. */
export function useRowKeys(list: RefObject<HTMLElement | null>, search: RefObject<HTMLInputElement | null>, more: (row: () => string | undefined) => KeyMap = () => ({})): void {
  const buttons = () => Array.from(list.current?.querySelectorAll<HTMLButtonElement>('button[data-row]') ?? []);
  const at = () => buttons().findIndex((button) => button.closest('tr, li')?.contains(document.activeElement));
  const move = (step: number) =>
    buttons()
      .at(Math.max(0, Math.min(at() + step, buttons().length - 1)))
      ?.focus();
  useKeys({ j: () => move(1), k: () => move(-1), '/': () => search.current?.focus(), ...more(() => buttons()[at()]?.dataset.row) });
}
