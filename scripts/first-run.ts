import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '@tradepost/platform/config.ts';
import { Refused, StartRefused } from '@tradepost/platform/errors.ts';
import { writePrivateFile } from '@tradepost/platform/private-file.ts';

interface Owners {
  ensureOwner(owner: { userId: string; password: string }): Promise<'made' | 'there'>;
}

const firstRunFile = (dataDir: string): string => join(dataDir, 'first-run.json');

/**
 * Sees that the owner's account exists. A random password is written to `first-run.json` before the account is made,
 * so that a kill in between leaves no account whose password nobody knows. Gives the password when it was made by this start.
 */
export async function ensureOwnerAccount(configuration: Configuration, users: Owners): Promise<string | undefined> {
  const file = firstRunFile(configuration.dataDir);
  const userId = configuration.ownerUserId;
  if (configuration.ownerPassword !== undefined) {
    await users.ensureOwner({ userId, password: configuration.ownerPassword }).catch((error: unknown) => {
      throw error instanceof Refused && error.status === 422 ? new StartRefused(`OWNER_PASSWORD cannot be used: ${error.message}.`, { cause: error }) : error;
    });
    return undefined;
  }
  const kept = existsSync(file) ? readPassword(file) : undefined;
  const password = kept ?? randomBytes(12).toString('base64url');
  if (kept === undefined) writePrivateFile(file, `${JSON.stringify({ userId, password }, null, 2)}\n`);
  const outcome = await users.ensureOwner({ userId, password });
  if (outcome === 'there' && kept === undefined) forgetFirstPassword(configuration.dataDir);
  return outcome === 'made' ? password : undefined;
}

function readPassword(file: string): string | undefined {
  const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return typeof kept === 'object' && kept !== null && 'password' in kept && typeof kept.password === 'string' ? kept.password : undefined;
}

/** Forgets the printed password: called when the owner has chosen another. */
export function forgetFirstPassword(dataDir: string): void {
  rmSync(firstRunFile(dataDir), { force: true });
}
