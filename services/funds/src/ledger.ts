import { Refused } from '@tradepost/platform/errors.ts';
import { maximumBalancePaise, minus, type Paise, paise, plus } from '@tradepost/proto/api/money.ts';

/** What an account holds after an entry. Available = posted − held, and 0 ≤ held ≤ posted always. */
export interface Balance {
  readonly posted: Paise;
  readonly held: Paise;
}

export const nothing: Balance = { posted: paise(0), held: paise(0) };

export const available = (balance: Balance): Paise => minus(balance.posted, balance.held);

/** Books money in. Throws `balance-limit` above ₹1,000 crore. */
export function deposit(balance: Balance, amount: Paise): Balance {
  const posted = plus(balance.posted, amount);
  if (posted > maximumBalancePaise) throw new Refused('balance-limit');
  return { ...balance, posted };
}

/** Books money out. Throws `insufficient-funds` when it is more than what is available. */
export function debit(balance: Balance, amount: Paise): Balance {
  if (amount > available(balance)) throw new Refused('insufficient-funds');
  return { ...balance, posted: minus(balance.posted, amount) };
}

/** Sets `amount` aside until the withdrawal is decided. Throws `insufficient-funds` when it is more than what is available. */
export function hold(balance: Balance, amount: Paise): Balance {
  if (amount > available(balance)) throw new Refused('insufficient-funds');
  return { ...balance, held: plus(balance.held, amount) };
}

/** Pays out what was held. That the hold is there and unsettled is for the caller to know. */
export const post = (balance: Balance, amount: Paise): Balance => ({ posted: minus(balance.posted, amount), held: minus(balance.held, amount) });

/** Frees what was held. */
export const voidHold = (balance: Balance, amount: Paise): Balance => ({ ...balance, held: minus(balance.held, amount) });

/** Closes an account. Throws `account-not-empty` while there is money on it. */
export function close(balance: Balance): Balance {
  if (balance.posted !== 0 || balance.held !== 0) throw new Refused('account-not-empty');
  return balance;
}

/** True for a balance that can be: whole paise within 0 ≤ held ≤ posted ≤ ₹1,000 crore. */
export const isSound = ({ posted, held }: Balance): boolean =>
  Number.isSafeInteger(posted) && Number.isSafeInteger(held) && held >= 0 && held <= posted && posted <= maximumBalancePaise;
