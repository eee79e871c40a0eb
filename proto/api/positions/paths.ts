import { call, type ListQuery } from '../call.ts';
import type { AccountPositions, AddPositionBody, PositionAnswer, PositionList, UpdatePositionBody } from './schemas.ts';

export type { AccountPositions, AddPositionBody, Position, UpdatePositionBody } from './schemas.ts';

export const listForAdministrator = call<{ query: ListQuery; answer: AccountPositions }>()('GET', '/usernetPosition/:id');
export const listActive = call<{ query: ListQuery; answer: PositionList }>()('GET', '/userActivenetPosition/:id');
export const listPositions = call<{ query: ListQuery; answer: PositionList }>()('GET', '/positions/:userId');
export const addPosition = call<{ body: AddPositionBody; answer: PositionAnswer }>()('POST', '/addnetPosition/:userId');
export const updatePosition = call<{ body: UpdatePositionBody; answer: PositionAnswer }>()('PATCH', '/:userId/updatepositions/:positionId');
export const deletePosition = call<{ answer: { message: string } }>()('DELETE', '/:userId/positions/:positionId');
