import { budgetHeader, budgetLeftMs, budgetOf, withinBudget } from '../src/budget.ts';
import { watchUpstream } from '../src/upstream.ts';

function watched() {
  const time = { nowMs: 1_000_000 };
  return { time, upstream: watchUpstream('funds', { now: () => time.nowMs }) };
}

const times = (count: number, run: () => void): void => {
  for (let call = 0; call < count; call += 1) run();
};

describe('When an upstream does not answer', () => {
  test('then calls stop once half of twenty in ten seconds had no answer', () => {
    const { upstream } = watched();
    times(10, () => upstream.record(true));
    times(9, () => upstream.record(false));
    expect(upstream.mayCall()).toBe(true);
    upstream.record(false);
    expect([upstream.mayCall(), upstream.isOpen()]).toEqual([false, true]);
  });

  test('then calls of more than ten seconds ago do not count', () => {
    const { upstream, time } = watched();
    times(19, () => upstream.record(false));
    time.nowMs += 10_000;
    upstream.record(false);
    expect(upstream.mayCall()).toBe(true);
  });

  test('then one probe goes out after five seconds, and its answer lets all go on', () => {
    const { upstream, time } = watched();
    times(20, () => upstream.record(false));
    time.nowMs += 4_999;
    expect(upstream.mayCall()).toBe(false);
    time.nowMs += 1;
    expect([upstream.mayCall(), upstream.mayCall()]).toEqual([true, false]);
    upstream.record(false);
    expect(upstream.mayCall()).toBe(false);
    time.nowMs += 5_000;
    expect(upstream.mayCall()).toBe(true);
    upstream.record(true);
    expect([upstream.mayCall(), upstream.mayCall(), upstream.isOpen()]).toEqual([true, true, false]);
  });

  test('then no probe goes out while it is known to be silent, and who comes to wait is told at once', () => {
    const { upstream, time } = watched();
    const heard: string[] = [];
    upstream.onSilence(() => heard.push('waits'));
    upstream.onSilence(() => heard.push('answered'))();
    upstream.fallSilent();
    upstream.onSilence(() => heard.push('comes late'));
    time.nowMs += 60_000;
    expect([upstream.mayCall(), heard]).toEqual([false, ['waits', 'comes late']]);
    upstream.close();
    upstream.fallSilent();
    expect(heard).toEqual(['waits', 'comes late']);
  });

  test('then a tenth of the calls may be tried again, and one at the least', () => {
    const { upstream } = watched();
    expect([upstream.mayRetry(), upstream.mayRetry()]).toEqual([true, false]);
    times(30, () => upstream.record(true));
    expect([upstream.mayRetry(), upstream.mayRetry(), upstream.mayRetry()]).toEqual([true, true, false]);
  });
});

describe('When a call says how long its answer may take', () => {
  test('then what is left falls with the time and is bounded by what a service may take', async () => {
    expect(budgetLeftMs()).toBe(Number.POSITIVE_INFINITY);
    expect([budgetOf({}), budgetOf({ [budgetHeader]: '9000' }), budgetOf({ [budgetHeader]: '-1' }), budgetOf({ [budgetHeader]: 'soon' })]).toEqual([
      undefined,
      5_000,
      0,
      undefined,
    ]);
    await withinBudget(100, async () => {
      expect(budgetLeftMs()).toBeLessThanOrEqual(100);
      await new Promise((resolve) => setTimeout(resolve, 120));
      expect(budgetLeftMs()).toBe(0);
    });
  });

  test('then work that it has set going and that outlives it is not bound', async () => {
    let later: Promise<number> | undefined;
    await withinBudget(20, async () => {
      later = new Promise((resolve) => setTimeout(() => resolve(budgetLeftMs()), 60));
    });
    expect(await later).toBe(Number.POSITIVE_INFINITY);
  });
});
