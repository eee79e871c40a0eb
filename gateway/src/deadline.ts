import { Refused } from '@tradepost/platform/errors.ts';

/** Gives what `promise` gives, or throws Refused `unavailable` (503) after `timeoutMs` of silence. */
export async function within<T>(timeoutMs: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Refused('unavailable')), timeoutMs);
  });
  try {
    return await Promise.race([promise, silence]);
  } finally {
    clearTimeout(timer);
  }
}
