import { z } from 'zod';
import { contract } from '../schema.ts';
import * as paths from './paths.ts';

const modeAnswer = z.object({ mode: z.enum(['demo', 'live']), demoSignIn: z.boolean(), version: z.string(), feed: z.string().nullable() });

export const mode = contract(paths.mode, { summary: 'What kind of installation this is', access: 'public', answer: modeAnswer });
