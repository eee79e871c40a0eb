import { z } from 'zod';
import { call } from '../call.ts';
import { contract } from '../schema.ts';

// What the gateway may ask market. Never in the gateway's table.

const feed = z.object({ feed: z.string() });

export const feedInUse = contract(call<{ answer: z.infer<typeof feed> }>()('GET', '/internal/feed'), {
  summary: 'Whose prices are shown now',
  access: 'internal',
  answer: feed,
});
