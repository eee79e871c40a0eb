import { measureHistory } from '../bench/history.ts';
import { type Check, part, percentile } from './check.ts';

export const history: Check = {
  id: 'M12',
  what: 'one account with 1,000,000 entries: newest page p99 under 20 ms, append p99 under 25 ms, through the gateway',
  async run(asked) {
    const entries = part(1_000_000, asked);
    const { longPagesMs, appendsMs } = await measureHistory(entries);
    const [page, append] = [percentile(longPagesMs, 0.99), percentile(appendsMs, 0.99)];
    return { passed: page < 20 && append < 25, figure: `${entries} entries: page p99 ${page.toFixed(1)} ms, append p99 ${append.toFixed(1)} ms` };
  },
};
