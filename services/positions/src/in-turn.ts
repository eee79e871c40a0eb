export type InTurn = <T>(account: string, work: () => Promise<T>) => Promise<T>;

/** Runs what concerns one account one after the other in this process, so that it does not collide with itself. Between processes the store's unique index holds. */
export function openTurns(): InTurn {
  const tails = new Map<string, Promise<unknown>>();
  return (account, work) => {
    const result = (tails.get(account) ?? Promise.resolve()).then(work, work);
    tails.set(account, result);
    const clear = (): void => {
      if (tails.get(account) === result) tails.delete(account);
    };
    result.then(clear, clear);
    return result;
  };
}
