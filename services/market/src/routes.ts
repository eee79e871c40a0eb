import { route, table } from '@tradepost/platform/call.ts';
import * as internal from '@tradepost/proto/api/market/internal.ts';
import * as api from '@tradepost/proto/api/market/schemas.ts';
import type { Market } from './market.ts';
import { getHealth } from './use-cases/get-health.ts';
import { getSession } from './use-cases/get-session.ts';
import { listConstituents } from './use-cases/list-constituents.ts';
import { listInstruments } from './use-cases/list-instruments.ts';
import { listSnapshots } from './use-cases/list-snapshots.ts';
import { showIndex } from './use-cases/show-index.ts';

/** All that market answers, one line an endpoint. */
export const routes = table<Market>([
  route(api.nifty, showIndex('NIFTY')),
  route(api.bankNifty, showIndex('BANKNIFTY')),
  route(api.sensex, showIndex('SENSEX')),
  route(api.listSnapshots, listSnapshots),
  route(api.listConstituents, listConstituents),
  route(api.listInstruments, listInstruments),
  route(api.getSession, getSession),
  route(api.getHealth, getHealth),
]);

/** What market answers to the gateway. */
export const internalRoutes = table<Market>([route(internal.feedInUse, async (market) => ({ feed: market.feedInUse() }))]);
