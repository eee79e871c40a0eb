import { checkAmounts } from '../model/amounts.ts';
import { compareWithModel } from '../model/compare.ts';
import { checkInvariants } from '../model/invariants.ts';
import { testPlatform } from '../support/platform.ts';
import { type Check, part } from './check.ts';

/** Runs of random length have 60 commands on the average when the longest have twice as many. */
const longest = 120;

export const modelBased: Check = {
  id: 'M5',
  what: '2,000 runs of random commands one by one and 500 at once over two replicas, against the model of one account: 0 divergences',
  async run({ seed, share, say }) {
    const inTurn = await compareWithModel({ how: 'one by one', seed, runs: part(2_000, { share }), commands: longest });
    say(`${inTurn.runs} runs one by one`);
    const together = await compareWithModel({ how: 'at once', seed, runs: part(500, { share }), commands: longest });
    for (const failure of [inTurn.failure, together.failure]) if (failure !== undefined) say(failure);
    const divergences = [inTurn, together].filter(({ failure }) => failure !== undefined).length;
    return {
      passed: divergences === 0,
      figure: `${divergences} divergences in ${inTurn.runs} runs with ${inTurn.commands} commands one by one and ${together.runs} with ${together.commands} at once`,
    };
  },
};

export const invariants: Check = {
  id: 'M6',
  what: '1,000,000 random bookings through the rules, six invariants after each: 0 broken',
  async run({ seed, share }) {
    const { operations, refused, failure } = checkInvariants({ seed, operations: part(1_000_000, { share }) });
    return { passed: failure === undefined, figure: failure ?? `0 broken after ${operations} operations, ${refused} of them refused` };
  },
};

export const amounts: Check = {
  id: 'M7',
  what: '5,000 amount texts through the running platform: booked to the paisa or refused',
  async run({ seed, share, say }) {
    const platform = await testPlatform();
    try {
      const { texts, booked, faults } = await checkAmounts(platform, { seed, count: part(5_000, { share }) });
      for (const fault of faults) say(fault);
      return { passed: faults.length === 0, figure: `${faults.length} wrong of ${texts} texts, ${booked} booked to the paisa` };
    } finally {
      await platform.stop();
    }
  },
};
