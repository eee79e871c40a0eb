import { Reply } from '@tradepost/platform/call.ts';
import { etagOf } from '@tradepost/platform/prepared.ts';
import type { DataStatus } from '@tradepost/proto/api/market/schemas.ts';
import { worstOf } from './status.ts';

/** An answer for everybody: kept by whoever likes, asked for again each time, with the worst status of its figures in a header when it has any. */
export const openAnswer = <Body>(body: Body, statuses: readonly DataStatus[] = []): Reply<Body> =>
  new Reply(body, { ETag: etagOf(body), 'Cache-Control': 'no-cache', ...(statuses.length > 0 ? { 'X-Data-Status': worstOf(statuses) } : {}) });
