import { AsyncLocalStorage } from 'node:async_hooks';

/** Header in which a caller inside the platform says how many milliseconds are left for the answer. The gateway lets no such header in from outside. */
export const budgetHeader = 'x-internal-budget-ms';

/** What one service may take for one call, without uploads and downloads. */
export const serviceMs = 5_000;
const budgets = new AsyncLocalStorage<{ readonly deadlineMs: number; isOver: boolean }>();

/** The milliseconds that a request says are left, at most 5,000; undefined when it says nothing, as within one process. */
export function budgetOf(headers: Readonly<Record<string, string | string[] | undefined>>): number | undefined {
  const given = Number(headers[budgetHeader] ?? Number.NaN);
  return Number.isFinite(given) ? Math.min(Math.max(0, given), serviceMs) : undefined;
}

/** Runs something for which `budgetMs` are left; calls to other services made on the way take no longer and hand on what is left then. */
export async function withinBudget<T>(budgetMs: number, run: () => Promise<T>): Promise<T> {
  const budget = { deadlineMs: performance.now() + budgetMs, isOver: false };
  try {
    return await budgets.run(budget, run);
  } finally {
    // What a call has set going, a relay for example, lives on in its context and must not be bound by it.
    budget.isOver = true;
  }
}

/** Milliseconds that are left for the call in hand, not below 0; infinite when nobody set a bound. */
export function budgetLeftMs(): number {
  const budget = budgets.getStore();
  return budget === undefined || budget.isOver ? Number.POSITIVE_INFINITY : Math.max(0, budget.deadlineMs - performance.now());
}
