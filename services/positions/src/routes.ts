import { route, table } from '@tradepost/platform/call.ts';
import * as internal from '@tradepost/proto/api/positions/internal.ts';
import * as api from '@tradepost/proto/api/positions/schemas.ts';
import type { Positions } from './positions.ts';
import { addPosition } from './use-cases/add-position.ts';
import { closeAccount, reopenAccount } from './use-cases/close-account.ts';
import { deletePosition } from './use-cases/delete-position.ts';
import { listActive, listForAdministrator, listPositions } from './use-cases/list-positions.ts';
import { updatePosition } from './use-cases/update-position.ts';

/** All that callers can do with positions. */
export const routes = table<Positions>([
  route(api.listForAdministrator, listForAdministrator),
  route(api.listActive, listActive),
  route(api.listPositions, listPositions),
  route(api.addPosition, addPosition),
  route(api.updatePosition, updatePosition),
  route(api.deletePosition, deletePosition),
]);

/** What other services may ask. */
export const internalRoutes = table<Positions>([route(internal.closeAccount, closeAccount), route(internal.reopenAccount, reopenAccount)]);
