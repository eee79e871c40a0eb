/** Runs at most `most` tasks at once; the others wait their turn in order. */
export function limiter(most: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The turn is handed on, so the count stays.
      if (next) next();
      else running -= 1;
    }
  };
}
