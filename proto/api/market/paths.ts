import { call } from '../call.ts';
import type { Chart, Instrument, MarketHealth, MarketSession, Snapshot, SnapshotsQuery } from './schemas.ts';

export type { Chart, DataStatus, Instrument, MarketHealth, MarketSession, Snapshot } from './schemas.ts';

export const nifty = call<{ answer: Chart }>()('GET', '/nifty');
export const bankNifty = call<{ answer: Chart }>()('GET', '/banknifty');
export const sensex = call<{ answer: Chart }>()('GET', '/sensex');
export const listSnapshots = call<{ query: SnapshotsQuery; answer: Snapshot[] }>()('GET', '/market/snapshots');
export const listConstituents = call<{ answer: Snapshot[] }>()('GET', '/market/indices/:index/constituents');
export const listInstruments = call<{ answer: Instrument[] }>()('GET', '/market/instruments');
export const getSession = call<{ answer: MarketSession }>()('GET', '/market/session');
export const getHealth = call<{ answer: MarketHealth }>()('GET', '/market/health');
