import { watchDependencies } from '../src/away.ts';

const there = { ping: async (): Promise<void> => undefined };
const refusing = { ping: async (): Promise<void> => Promise.reject(new Error('away')) };

describe('When a process tells what it lacks', () => {
  test('then those that refuse are named, in one order, and those that answer are not', async () => {
    const dependencies = watchDependencies();
    expect(await dependencies.away()).toEqual([]);
    dependencies.add('objects', refusing);
    dependencies.add('cache', there);
    dependencies.add('bus', refusing);
    expect(await dependencies.away()).toEqual(['bus', 'objects']);
  });

  test('then one that hangs is named within half a second, is asked one question at a time, and is back with its answer', async () => {
    const dependencies = watchDependencies();
    const hanging = Promise.withResolvers<void>();
    let asked = 0;
    const ping = (): Promise<void> => {
      asked += 1;
      return hanging.promise;
    };
    dependencies.add('bus', { ping });
    const beganMs = performance.now();
    expect(await Promise.all([dependencies.away(), dependencies.away()])).toEqual([['bus'], ['bus']]);
    expect(performance.now() - beganMs).toBeLessThan(1_000);
    expect(await dependencies.away()).toEqual(['bus']);
    expect(asked).toBe(1);
    hanging.resolve();
    expect(await dependencies.away()).toEqual([]);
  });
});
