import { call } from '../call.ts';

/** What kind of installation this is. `feed` is the market feed in use, null while the platform has none. */
export interface Mode {
  mode: 'demo' | 'live';
  demoSignIn: boolean;
  version: string;
  feed: string | null;
}

export const mode = call<{ answer: Mode }>()('GET', '/mode');
