import { setTimeout as pause } from 'node:timers/promises';
import { sharing } from '../src/documents/sharing.ts';
import { StoreUnavailable } from '../src/errors.ts';

/** Commands that end when the test says so. */
function heldCommands() {
  const commands: { items: readonly number[]; end(results: readonly (string | Error)[]): void; fail(error: Error): void }[] = [];
  const run = (items: readonly number[]) =>
    new Promise<readonly (string | Error)[]>((resolve, reject) => {
      commands.push({ items, end: resolve, fail: reject });
    });
  return { commands, run };
}

const bounds = { underWay: 2, together: 3, waitMs: 200, withinMs: 300, waiting: 4 };
const turn = () => pause(1);

describe('calls that share commands', () => {
  test('a call that finds nothing under way goes out alone, those behind it share the next ones in their order', async () => {
    const { commands, run } = heldCommands();
    const call = sharing({ ...bounds, run });
    const answers = Promise.allSettled([1, 2, 3, 4, 5, 6].map((item) => call(item)));
    expect(commands.map(({ items }) => items)).toEqual([[1], [2]]);
    commands[0]?.end(['one']);
    await turn();
    expect(commands.map(({ items }) => items)).toEqual([[1], [2], [3, 4, 5]]);
    commands[2]?.end(['three', new RangeError('four'), 'five']);
    commands[1]?.end(['two']);
    await turn();
    commands[3]?.end(['six']);
    expect(await answers).toMatchObject([{ value: 'one' }, { value: 'two' }, { value: 'three' }, { reason: new RangeError('four') }, { value: 'five' }, { value: 'six' }]);
  });

  test('a command that fails fails those who shared it, and no others', async () => {
    const { commands, run } = heldCommands();
    const call = sharing({ ...bounds, underWay: 1, run });
    const answers = Promise.allSettled([1, 2, 3].map((item) => call(item)));
    commands[0]?.end(['one']);
    await turn();
    commands[1]?.fail(new StoreUnavailable('away'));
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    const later = call(4);
    commands[2]?.end(['four']);
    expect(await later).toBe('four');
  });

  test('who has no turn in time is told so and never sent, and so is who finds too many waiting', async () => {
    const { commands, run } = heldCommands();
    const call = sharing({ ...bounds, run });
    const underWay = [call(1), call(2)];
    const waiting = [3, 4, 5, 6].map((item) => call(item));
    await expect(call(7)).rejects.toThrow(StoreUnavailable);
    const outcomes = await Promise.allSettled(waiting);
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason instanceof StoreUnavailable)).toEqual([true, true, true, true]);
    for (const command of commands) command.end(['late']);
    expect(await Promise.all(underWay)).toEqual(['late', 'late']);
    expect(commands).toHaveLength(2);
  });

  test('what an item has waited is taken from the time of its command', async () => {
    const given: number[] = [];
    const { commands, run } = heldCommands();
    const call = sharing({
      ...{ ...bounds, underWay: 1 },
      run: (items: readonly number[], leftMs) => {
        given.push(leftMs);
        return run(items);
      },
    });
    const answers = [call(1), call(2)];
    await pause(100);
    commands[0]?.end(['one']);
    await turn();
    commands[1]?.end(['two']);
    expect(await Promise.all(answers)).toEqual(['one', 'two']);
    expect(given[0]).toBeGreaterThan(280);
    expect(given[1]).toBeLessThanOrEqual(201);
    expect(given[1]).toBeGreaterThanOrEqual(100);
  });
});
