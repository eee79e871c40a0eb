import { useQuery } from '@tanstack/react-query';
import { listInstruments, listSnapshots } from '@tradepost/proto/api/market/paths.ts';
import { type AddPositionBody, addPosition, deletePosition, listForAdministrator, listPositions, type Position, updatePosition } from '@tradepost/proto/api/positions/paths.ts';
import { request, requestPage } from '../../lib/http.ts';
import { sendOnce } from '../../lib/send-once.ts';

/** Prices move while nothing else happens, and the stream does not tell of them; a hidden page does not ask. */
const refetchInterval = 15_000;
const pageSize = 200;
/** Nobody reads more rows than this; sums over a part are not shown as sums. */
const mostPages = 25;

/** Reads a list to its end, so that its sums are those of all rows. */
async function readAll<Answer extends { positions: Position[] }>(readPage: (after: string | undefined) => Promise<{ rows: Answer; after: string | undefined }>): Promise<Answer> {
  const first = await readPage(undefined);
  let after = first.after;
  const positions = [...first.rows.positions];
  for (let page = 1; after !== undefined && page < mostPages; page += 1) {
    const next = await readPage(after);
    positions.push(...next.rows.positions);
    after = next.after;
  }
  return { ...first.rows, positions };
}

/** All positions of the person who is signed in. */
export const useOwnPositions = (userId: string) =>
  useQuery({
    queryKey: ['positions', userId, 'own'],
    queryFn: () => readAll((after) => requestPage(listPositions, { params: { userId }, query: { limit: pageSize, after } })),
    refetchInterval,
  });

/** All positions of an account as an administrator sees them, with its name. */
export const useAccountPositions = (id: string) =>
  useQuery({
    queryKey: ['positions', id, 'account'],
    queryFn: () => readAll((after) => requestPage(listForAdministrator, { params: { id }, query: { limit: pageSize, after } })),
    refetchInterval,
  });

/** The shares that are known by name. */
export const useInstruments = () => useQuery({ queryKey: ['instruments'], queryFn: () => request(listInstruments), staleTime: 60 * 60_000 });

/** The price of a share now; only asked for those that are known. */
export const useSnapshot = (symbol: string | undefined) =>
  useQuery({
    queryKey: ['snapshots', symbol],
    queryFn: async () => (await request(listSnapshots, { query: { symbols: symbol ?? '' } })).at(0) ?? null,
    enabled: symbol !== undefined,
    refetchInterval,
  });

export const sendPosition = (userId: string, body: AddPositionBody) =>
  sendOnce(`position:${userId}`, JSON.stringify(body), (idempotencyKey) => request(addPosition, { params: { userId }, body, idempotencyKey }));

/** `version` is that of the position as it was seen; an older one is refused. */
export function sendUpdate(userId: string, position: Pick<Position, '_id' | 'version'>, body: AddPositionBody) {
  // An empty note takes the old one away.
  const versioned = { ...body, note: body.note ?? '', version: position.version };
  return sendOnce(`position:${position._id}`, JSON.stringify(versioned), (idempotencyKey) =>
    request(updatePosition, { params: { userId, positionId: position._id }, body: versioned, idempotencyKey }),
  );
}

export const sendDeletion = (userId: string, positionId: string) =>
  sendOnce(`delete-position:${positionId}`, '', (idempotencyKey) => request(deletePosition, { params: { userId, positionId }, idempotencyKey }));
