import type { CompareOptions } from './compare.ts';

/**
 * Runs that found a difference once, and the bug that was in the code then; those so far were built in to see the comparison find them. Each goes through again with every run of the suite.
 * A new failure prints its seed, its path and, one by one, its replayPath: they belong here.
 */
export const pastFailures: readonly (CompareOptions & { readonly bug: string })[] = [
  { bug: 'a key did not know its request', how: 'one by one', seed: 11, runs: 1, commands: 60, path: '1:2:1:1:1:1:3:2:2:2:2:2:2:2:2:2:2:2:3', replayPath: 'FAi:F' },
  {
    bug: 'a withdrawal was settled twice',
    how: 'one by one',
    seed: 11,
    runs: 1,
    commands: 60,
    path: '3:2:6:4:7:6:5:9:6:5:7:5:6:6:7:5:5:5:5:6:6:7:7:7:8:8:8',
    replayPath: 'BABAUCJB/o:VN',
  },
  { bug: 'a repeated key was booked again', how: 'one by one', seed: 13, runs: 1, commands: 60, path: '0:2:1:1:1:1:1:2:2', replayPath: 'AAAAKjBAR:VF' },
  { bug: 'one key was booked twice at once', how: 'at once', seed: 13, runs: 1, commands: 60, path: '0:1:3:3:3:3:3:5:5:5:5:5:5:5:4:4:4:4' },
  { bug: 'two entries had the same number', how: 'at once', seed: 12, runs: 1, commands: 60, path: '1:1:0:0:2:2:2:2:2:2:2:2:2:2:2:2' },
];
