import { z } from 'zod';
import { contract, noContent } from '../schema.ts';
import * as paths from './paths.ts';

const modeAnswer = z.object({ mode: z.enum(['demo', 'live']), demoSignIn: z.boolean(), version: z.string(), feed: z.string().nullable() });

export const mode = contract(paths.mode, { summary: 'What kind of installation this is', access: 'public', answer: modeAnswer });

export const stream = contract(paths.stream, { summary: "Events of the reader's own account as they happen", access: 'signed-in', answer: noContent });
