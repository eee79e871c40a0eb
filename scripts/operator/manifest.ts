import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson, sha256 } from '@tradepost/platform/json.ts';
import { writePrivateFile } from '@tradepost/platform/private-file.ts';

/** What a backup holds. It is written last: a folder without it is no whole backup. */
export interface Manifest {
  readonly format: 1;
  /** Of the program that made it. */
  readonly version: string;
  /** The instant that every store shows, ISO 8601 UTC. */
  readonly at: string;
  readonly endedAt: string;
  readonly ledger: { readonly accounts: number; readonly entries: number /** SHA-256 over the heads of all accounts. */; readonly heads: string };
  /** `none`: they come from the environment. */
  readonly secrets: 'sealed' | 'left out' | 'none';
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[];
}

const manifestFile = 'manifest.json';
export const sealedSecretsFile = 'secrets.sealed';
const pathPattern = /^(?!.*\.\.)[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** SHA-256 and size of a file. */
export async function sumOf(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(file)) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

export function writeManifest(folder: string, manifest: Manifest): void {
  writePrivateFile(join(folder, manifestFile), `${JSON.stringify({ ...manifest, digest: sha256(canonicalJson(manifest)) }, null, 2)}\n`);
}

/** Reads a manifest and compares every file with it. Throws an Error with one sentence for whatever does not fit. */
export async function checkBackup(folder: string): Promise<Manifest> {
  const file = join(folder, manifestFile);
  if (!existsSync(file)) throw new Error(`There is no whole backup in ${folder}: manifest.json is missing.`);
  const manifest = readManifest(file);
  for (const { path, ...sum } of manifest.files) {
    if (!pathPattern.test(path)) throw new Error(`The manifest of ${folder} names a file outside the backup.`);
    if (!statSync(join(folder, path), { throwIfNoEntry: false })?.isFile()) throw new Error(`The backup is damaged: ${path} is missing.`);
    const found = await sumOf(join(folder, path));
    if (found.bytes !== sum.bytes || found.sha256 !== sum.sha256) throw new Error(`The backup is damaged: ${path} is not what the manifest says.`);
  }
  return manifest;
}

function readManifest(file: string): Manifest {
  let read: Manifest & { digest?: unknown };
  try {
    read = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error('The backup is damaged: manifest.json cannot be read.', { cause });
  }
  const { digest, ...manifest } = read;
  if (manifest.format !== 1) throw new Error('The backup was made by a newer program: restore it with that one.');
  if (digest !== sha256(canonicalJson(manifest))) throw new Error('The backup is damaged: manifest.json was changed.');
  return manifest;
}

// scrypt (RFC 7914) with 64 MB, so that guessing at a passphrase is slow; AES-256-GCM tells a wrong one from the right one.
const cost = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };
const saltBytes = 16;
const nonceBytes = 12;
const tagBytes = 16;

/** Seals a text under the content of a passphrase or key file. */
export function sealUnder(passphrase: Buffer, text: string): Buffer {
  const salt = randomBytes(saltBytes);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', scryptSync(passphrase, salt, 32, cost), nonce, { authTagLength: tagBytes });
  return Buffer.concat([salt, nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

/** Opens what `sealUnder` sealed. Throws an Error when the passphrase is another. */
export function openUnder(passphrase: Buffer, sealed: Buffer): string {
  const nonce = sealed.subarray(saltBytes, saltBytes + nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', scryptSync(passphrase, sealed.subarray(0, saltBytes), 32, cost), nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(saltBytes + nonceBytes, sealed.length - tagBytes)), decipher.final()]).toString();
  } catch (cause) {
    throw new Error('The passphrase does not open the secrets of this backup.', { cause });
  }
}

/** The content of a passphrase or key file without the line end an editor leaves. Throws an Error when it is missing or too short to guard anything. */
export function readPassphrase(file: string): Buffer {
  if (!existsSync(file)) throw new Error(`There is no passphrase file ${file}.`);
  const content = readFileSync(file);
  const end = content.at(-1) === 10 ? (content.at(-2) === 13 ? 2 : 1) : 0;
  const passphrase = content.subarray(0, content.length - end);
  if (passphrase.length < 12) throw new Error(`The passphrase in ${file} is shorter than 12 characters.`);
  return passphrase;
}
