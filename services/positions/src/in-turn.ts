const tails = new Map<string, Promise<unknown>>();

/** Runs what concerns one account one after the other in this process, so that it does not collide with itself. The store's unique index is what holds between processes. */
export function inTurn<T>(account: string, work: () => Promise<T>): Promise<T> {
  const result = (tails.get(account) ?? Promise.resolve()).then(work, work);
  tails.set(account, result);
  const clear = (): void => {
    if (tails.get(account) === result) tails.delete(account);
  };
  result.then(clear, clear);
  return result;
}
