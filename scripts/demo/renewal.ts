import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '@tradepost/platform/config.ts';
import { writePrivateFile } from '@tradepost/platform/private-file.ts';

const dayMs = 86_400_000;
/** 03:30 in India, in milliseconds of the UTC day: nobody trades, nobody explores. */
const renewalOfDayMs = 22 * 3_600_000;

/** What a renewal takes away. Secrets, the owner's first password and whatever else lies in the folder stay. */
const isDemoData = (name: string): boolean => (/\.db(-wal|-shm)?$/.test(name) ? !name.startsWith('lock.') : ['objects', 'mail', 'heads', 'demo.json'].includes(name));

const markerOf = (dataDir: string): string => join(dataDir, 'renewal.json');

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host === '[::1]' || /^127\./.test(host);

/** Whether strangers can reach this demonstration and it can be made anew: it listens beyond this machine, or has a public address, and its data lie in DATA_DIR alone. */
export function isReachableDemo(configuration: Pick<Configuration, 'mode' | 'demoData' | 'host' | 'publicUrl'> & Partial<Configuration>): boolean {
  const { mode, demoData, host, publicUrl, mongodbUri, kafkaBrokers, minioEndpoint } = configuration;
  if (mongodbUri !== undefined || kafkaBrokers !== undefined || minioEndpoint !== undefined) return false;
  return mode === 'demo' && demoData && (!isLoopback(host) || (publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname)));
}

/** Milliseconds until the next 03:30 in India; never 0. */
export const untilRenewalMs = (nowMs: number): number => dayMs - ((((nowMs - renewalOfDayMs) % dayMs) + dayMs) % dayMs);

/** Asks the next start to make the demonstration anew. */
export function askForRenewal(dataDir: string, nowMs: number): void {
  writePrivateFile(markerOf(dataDir), `${JSON.stringify({ askedAt: new Date(nowMs).toISOString() })}\n`);
}

/**
 * Takes the demonstration's data away when a renewal was asked for; the folder must be locked. Gives whether it did.
 * The request goes last, so that a kill in between only makes the next start finish it. In live mode nothing is taken.
 */
export function renewWhenAsked({ dataDir, mode, demoData }: Pick<Configuration, 'dataDir' | 'mode' | 'demoData'>): boolean {
  if (mode !== 'demo' || !demoData || !existsSync(markerOf(dataDir))) return false;
  for (const name of readdirSync(dataDir)) if (isDemoData(name)) rmSync(join(dataDir, name), { recursive: true, force: true });
  rmSync(markerOf(dataDir));
  return true;
}

/** Calls `renew` every night at 03:30 in India. Gives the function that ends it. */
export function everyNight(renew: () => Promise<void>, failed: (error: unknown) => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    timer = setTimeout(() => renew().catch(failed).finally(wait), untilRenewalMs(Date.now()));
    timer.unref();
  };
  wait();
  return () => clearTimeout(timer);
}
