import { randomInt } from 'node:crypto';

/** Letters and digits that nobody takes for one another when they are read aloud or copied. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 4;
const groupLength = 4;

/** A random password a person can read out: four groups of four characters, 79 bits. */
export function makeTemporaryPassword(): string {
  const group = () => Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}
