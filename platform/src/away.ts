import { within } from './within.ts';

/** Something that says whether it answers. */
interface Asked {
  ping(): Promise<void>;
}

/** Far below the 2 s that a probe waits, so that a dependency that hangs makes no process look like one that hangs. */
const patienceMs = 500;

/** Throws what `asked` throws, or an Error after `limitMs` of silence. */
export async function answers(asked: Asked, limitMs: number): Promise<void> {
  await within(limitMs, asked.ping(), () => {
    throw new Error(`No answer within ${limitMs} ms.`);
  });
}

/** Watches over what a process can do without for a while. */
export interface Dependencies {
  add(name: string, asked: Asked): void;
  /** The names of those that do not answer now, sorted; never longer than 500 ms. */
  away(): Promise<string[]>;
}

/** Makes a watch over nothing yet. Each dependency is asked one question at a time, however often the watch is. */
export function watchDependencies(): Dependencies {
  const all = new Map<string, Asked>();
  const underWay = new Map<string, Promise<void>>();

  function ask(name: string, asked: Asked): Promise<void> {
    const asking = underWay.get(name) ?? asked.ping().finally(() => underWay.delete(name));
    underWay.set(name, asking);
    return asking;
  }

  const isAway = (name: string, asked: Asked): Promise<boolean> =>
    answers({ ping: () => ask(name, asked) }, patienceMs).then(
      () => false,
      () => true,
    );

  return {
    add(name, asked) {
      all.set(name, asked);
    },
    async away() {
      const found = await Promise.all([...all].map(async ([name, asked]) => ((await isAway(name, asked)) ? [name] : [])));
      return found.flat().toSorted();
    },
  };
}
