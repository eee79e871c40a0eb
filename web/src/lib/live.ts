import { useSyncExternalStore } from 'react';
import { refreshed } from './http.ts';
import { clearSession, readSession, signedOutNote } from './session.ts';
import { type LiveMessage, readStream } from './stream.ts';

/** How the stream stands. While it is away, `asOfMs` says from when the figures on the screen are. */
export interface LiveState {
  readonly connected: boolean;
  readonly asOfMs: number;
}

type Shared = { readonly kind: 'message'; readonly message: LiveMessage } | { readonly kind: 'state'; readonly state: LiveState } | { readonly kind: 'ask' };

const firstPauseMs = 500;
const longestPauseMs = 30_000;
/** A stream that was heard this lately has told everything up to now. */
const freshMs = 20_000;
const listeners = new Set<() => void>();
let state: LiveState = { connected: false, asOfMs: Date.now() };

function setState(next: LiveState): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How the stream stands, in whichever tab it is held. */
export const useLiveState = (): LiveState => useSyncExternalStore(subscribe, () => state);

/** How often balances, lists and devices are read again while a page is looked at: seldom while the stream tells of every change. */
export const refetchInterval = (): number => (state.connected ? 60_000 : 15_000);

/** Waits, but no longer than until the browser is back on the network. */
function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, durationMs);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}

/** Holds the stream for all tabs until `signal` is aborted or the session is over: comes back after every break, with growing pauses, at the place where it was. */
async function hold(signal: AbortSignal, lastId: { value: string | undefined }, tell: (shared: Shared) => void): Promise<void> {
  let pauseMs = firstPauseMs;
  const setAndTell = (next: LiveState): void => {
    setState(next);
    tell({ kind: 'state', state: next });
  };
  while (!signal.aborted) {
    const token = readSession()?.token;
    if (!token) return;
    let over = '';
    let heardMs = Date.now();
    try {
      const status = await readStream({
        token,
        signal,
        lastId: lastId.value,
        onId: (id) => {
          heardMs = Date.now();
          lastId.value = id;
        },
        onMessage: (message) => {
          if (message.event === 'end') over = message.data.kind ?? '';
          if (message.event === 'ready' || message.event === 'resync') {
            pauseMs = firstPauseMs;
            setAndTell({ connected: true, asOfMs: Date.now() });
          }
          tell({ kind: 'message', message });
        },
      });
      if ((status === 401 || over === 'token-expired' || over === 'session-ended') && !(await refreshed(token))) {
        clearSession(signedOutNote);
        return;
      }
    } catch (error) {
      if (signal.aborted) return;
      console.info('The live stream broke off', error);
    }
    if (state.connected) setAndTell({ connected: false, asOfMs: Date.now() - heardMs < freshMs ? Date.now() : heardMs });
    if (over === 'token-expired') continue;
    await pause(pauseMs * (0.75 + Math.random() / 2), signal);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
}

/**
 * Opens the live stream of the person who is signed in. One tab of the browser holds it and shares it with the others; when that tab goes, another takes over.
 * Gives back the way to stop. `onMessage` hears every event, in every tab.
 */
export function startLive(userId: string, onMessage: (message: LiveMessage) => void): () => void {
  const name = `tp-live:${userId}`;
  const stopping = new AbortController();
  const channel = new BroadcastChannel(name);
  const lastId: { value: string | undefined } = { value: undefined };
  let holds = false;
  setState({ connected: false, asOfMs: Date.now() });

  channel.onmessage = ({ data }: MessageEvent<Shared>) => {
    if (data.kind === 'ask' && holds) channel.postMessage({ kind: 'state', state } satisfies Shared);
    if (data.kind === 'state' && !holds) setState(data.state);
    if (data.kind === 'message') {
      lastId.value = data.message.id || lastId.value;
      onMessage(data.message);
    }
  };
  channel.postMessage({ kind: 'ask' } satisfies Shared);

  const take = (): Promise<void> => {
    holds = true;
    return hold(stopping.signal, lastId, (shared) => {
      if (stopping.signal.aborted) return;
      channel.postMessage(shared);
      if (shared.kind === 'message') onMessage(shared.message);
    });
  };
  // Browsers offer locks on https and on this machine alone; elsewhere each tab holds a stream of its own.
  const held = navigator.locks ? navigator.locks.request(name, { signal: stopping.signal }, take) : take();
  held.catch((error: unknown) => {
    if (!stopping.signal.aborted) console.error('The live stream ended', error);
  });
  return () => {
    stopping.abort();
    channel.close();
  };
}
