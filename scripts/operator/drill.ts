import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfiguration } from '@tradepost/platform/config.ts';
import { createLogger } from '@tradepost/platform/log.ts';
import { createBackup } from './backup.ts';
import { verifyFolder } from './ledger.ts';
import { restoreBackup } from './restore.ts';

export interface DrillResult {
  readonly ok: boolean;
  readonly accounts: number;
  readonly entries: number;
  readonly epoch: number;
  /** From the instant of the backup until it is whole: what a loss at the worst moment costs besides the time between two backups. */
  readonly rpoSeconds: number;
  /** From the beginning of the restore until the platform answers that it is ready and the ledger is verified. */
  readonly rtoSeconds: number;
}

const seconds = (fromMs: number): number => Math.round(performance.now() - fromMs) / 1000;

/** Makes a backup of a data folder, restores it into a temporary one, starts the platform on that and verifies its ledger. Everything temporary is removed. Throws what a step throws. */
export async function drill(dataDir: string): Promise<DrillResult> {
  const folder = mkdtempSync(join(tmpdir(), 'tradepost-drill-'));
  try {
    const passphrase = randomBytes(32);
    const manifest = await createBackup(dataDir, join(folder, 'backup'), passphrase);
    const beganMs = performance.now();
    const restoredDir = join(folder, 'data');
    const { epoch } = await restoreBackup(restoredDir, join(folder, 'backup'), passphrase);
    const given = { ...readConfiguration(process.env), dataDir: restoredDir, host: '127.0.0.1', port: 0, demoData: false, marketFeed: 'simulated' as const };
    // On stores of its own: what it does must not reach the bus of the platform that runs.
    const configuration = { ...given, kafkaBrokers: undefined, redisUrl: undefined };
    const { startPlatform } = await import('../platform.ts');
    const platform = await startPlatform(configuration, { log: createLogger({ level: 'error', format: 'json', destination: process.stderr }) });
    try {
      const ready = (await fetch(`${platform.url}/readyz`)).ok;
      const { verdict } = await verifyFolder(restoredDir);
      const rtoSeconds = seconds(beganMs);
      const rpoSeconds = (Date.parse(manifest.endedAt) - Date.parse(manifest.at)) / 1000;
      return { ok: ready && verdict.ok && verdict.entries === manifest.ledger.entries, accounts: verdict.accounts, entries: verdict.entries, epoch, rpoSeconds, rtoSeconds };
    } finally {
      await platform.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
