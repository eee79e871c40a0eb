import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { invalidField, Refused } from '@tradepost/platform/errors.ts';
import { isCommonPassword } from './common-passwords.ts';

// OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane.
const memoryKib = 19 * 1024;
const passes = 2;
const lanes = 1;
const hashBytes = 32;
const slots = 2;
const queueLength = 50;

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2);
// Verified in place of a password that is not there, so that an unknown id takes the same time. No password has it: it was never derived from one.
const nobodysHash = `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${randomBytes(16).toString('base64url')}$${randomBytes(hashBytes).toString('base64url')}`;

/** Hashes passwords, two at a time. Each call throws Refused `busy` (503) when 50 wait already. */
export interface PasswordHasher {
  /** Gives the hash with its salt and parameters in one text. */
  hash(password: string): Promise<string>;
  /** Compares in the same time whether or not there is a hash; without one the answer is false. */
  verify(password: string, hash: string | undefined): Promise<boolean>;
}

/** NFKC, so that the same password typed on another keyboard is the same (NIST SP 800-63B, 3.1.1.2). */
const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFKC'));

function readHash(text: string): { parameters: Omit<Argon2Parameters, 'message'>; expected: Buffer } {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(text);
  if (!match) throw new Error('A stored password hash cannot be read.');
  const [, memory, time, parallelism, salt = '', hash = ''] = match;
  const expected = Buffer.from(hash, 'base64url');
  return {
    parameters: { memory: Number(memory), passes: Number(time), parallelism: Number(parallelism), nonce: Buffer.from(salt, 'base64url'), tagLength: expected.length },
    expected,
  };
}

/** Makes the hasher of a process. */
export function passwordHasher(): PasswordHasher {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function inSlot<T>(work: () => Promise<T>): Promise<T> {
    if (running >= slots) {
      if (waiting.length >= queueLength) throw new Refused('busy');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The slot goes straight to the one who waits longest.
      if (next) next();
      else running -= 1;
    }
  }

  return {
    hash: (password) =>
      inSlot(async () => {
        const nonce = randomBytes(16);
        const hash = await derive('argon2id', { message: bytesOf(password), nonce, memory: memoryKib, passes, parallelism: lanes, tagLength: hashBytes });
        return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${nonce.toString('base64url')}$${hash.toString('base64url')}`;
      }),
    verify: (password, hash) =>
      inSlot(async () => {
        const { parameters, expected } = readHash(hash ?? nobodysHash);
        const derived = await derive('argon2id', { ...parameters, message: bytesOf(password) });
        return timingSafeEqual(derived, expected) && hash !== undefined;
      }),
  };
}

/** Throws Refused 422 on `field` for a password that everybody guesses. Its length the contract has checked. */
export function refuseCommonPassword(password: string, field: string): void {
  if (isCommonPassword(password)) throw invalidField(field, 'This password is too common. Please choose another one.');
}
