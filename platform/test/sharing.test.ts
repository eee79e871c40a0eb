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

const bounds = { underWay: 2, together: 3, waitMs: 200, waiting: 4 };
const turn = () => pause(1);

/** Calls for one item after the other, each in a turn of its own. */
async function oneByOne(call: (item: number) => Promise<string>, items: readonly number[]): Promise<Promise<string>[]> {
  const answers: Promise<string>[] = [];
  for (const item of items) {
    answers.push(call(item));
    await turn();
  }
  return answers;
}

describe('calls that share commands', () => {
  test('a call that finds nothing under way goes out alone, those behind it share the next ones in their order', async () => {
    const { commands, run } = heldCommands();
    const call = sharing({ ...bounds, run });
    const answers = Promise.allSettled(await oneByOne(call, [1, 2, 3, 4, 5, 6]));
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

  test('calls of one turn of the event loop share from the first on', async () => {
    const { commands, run } = heldCommands();
    const call = sharing({ ...bounds, run });
    const answers = [1, 2, 3, 4].map((item) => call(item));
    await turn();
    expect(commands.map(({ items }) => items)).toEqual([[1, 2, 3], [4]]);
    commands[0]?.end(['one', 'two', 'three']);
    commands[1]?.end(['four']);
    expect(await Promise.all(answers)).toEqual(['one', 'two', 'three', 'four']);
  });

  test('a command that fails fails those who shared it, and no others', async () => {
    const { commands, run } = heldCommands();
    const call = sharing({ ...bounds, underWay: 1, run });
    const answers = Promise.allSettled(await oneByOne(call, [1, 2, 3]));
    commands[0]?.end(['one']);
    await turn();
    commands[1]?.fail(new StoreUnavailable('away'));
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    const later = call(4);
    await turn();
    commands[2]?.end(['four']);
    expect(await later).toBe('four');
  });

  test('who has no turn in time is told so and never sent, and so is who finds too many waiting', async () => {
    const { commands, run } = heldCommands();
    const call = sharing({ ...bounds, run });
    const underWay = await oneByOne(call, [1, 2]);
    const waiting = [3, 4, 5, 6].map((item) => call(item));
    await expect(call(7)).rejects.toThrow(StoreUnavailable);
    const outcomes = await Promise.allSettled(waiting);
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason instanceof StoreUnavailable)).toEqual([true, true, true, true]);
    for (const command of commands) command.end(['late']);
    expect(await Promise.all(underWay)).toEqual(['late', 'late']);
    expect(commands).toHaveLength(2);
  });
});
