import { z } from 'zod';
import { contract } from '../schema.ts';
import * as paths from './paths.ts';

const modeAnswer = z.object({ mode: z.enum(['demo', 'live']), demoSignIn: z.boolean(), version: z.string(), feed: z.string().nullable() });

export const mode = contract(paths.mode, { summary: 'What kind of installation this is', access: 'public', answer: modeAnswer });

export const stream = contract(paths.stream, { summary: "Events of the reader's own account as they happen", access: 'signed-in', produces: 'text/event-stream' });

export const openApi = contract(paths.openApi, { summary: 'This contract as OpenAPI 3.1', access: 'public', answer: z.record(z.string(), z.unknown()) });

export const docs = contract(paths.docs, { summary: 'This contract as a page to read', access: 'public', produces: 'text/html' });
