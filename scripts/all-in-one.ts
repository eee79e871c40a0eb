// The whole platform in one process: what `npm start` runs.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Configuration, configurationHelp, readConfiguration } from '@tradepost/platform/config.ts';
import { StartRefused } from '@tradepost/platform/errors.ts';
import { createLogger } from '@tradepost/platform/log.ts';
import { serveMetrics } from '@tradepost/platform/metrics.ts';
import { startControl } from './control.ts';
import { askForRenewal, everyNight, isReachableDemo } from './demo/renewal.ts';
import { begin, stopWhenAsked } from './lifecycle.ts';
import { controlVerbs } from './operator/writing.ts';
import { type Platform, startPlatform } from './platform.ts';

const help = `Starts Tradepost: gateway, services and site in one process, data in DATA_DIR.

  npm start              with the variables below in the environment
  npm start -- --help    this page

Variables [default]:
${configurationHelp()}

Ctrl-C or SIGTERM stops it cleanly.`;

function banner(configuration: Configuration, platform: Platform): string {
  const address = configuration.publicUrl ?? platform.url;
  const signIn = platform.madeOwnerPassword
    ? `sign in as ${configuration.ownerUserId} with the password ${platform.madeOwnerPassword} (shown once; kept in ${join(configuration.dataDir, 'first-run.json')})`
    : `sign in as ${configuration.ownerUserId}`;
  const demo = configuration.demoData ? '\n  Demo      "Explore as client" and "Explore as administrator" on the sign-in page, sample money only' : '';
  return `\n  Tradepost ${configuration.mode === 'demo' ? '(demo mode)' : '(live mode)'}\n  Open      ${address}\n  Owner     ${signIn}${demo}\n  Data      ${configuration.dataDir}\n`;
}

async function main(): Promise<void> {
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    console.log(help);
    return;
  }
  const [unknown] = process.argv.slice(2);
  if (unknown !== undefined) throw new StartRefused(`There is no option ${unknown}; everything is set in the environment, see \`npm start -- --help\`.`);
  const configuration = readConfiguration(process.env);
  const log = createLogger({ level: configuration.logLevel, format: configuration.logFormat ?? (process.stdout.isTTY ? 'pretty' : 'json') });
  const siteFolder = join(import.meta.dirname, '..', 'web', 'dist');
  const built = existsSync(join(siteFolder, 'index.html'));
  if (!built) log.warn('the site is not built, so the API stands alone; `npm start` builds it');
  const options = { log, ...(built ? { siteFolder } : {}) };
  let platform = await startPlatform(configuration, options);
  const metrics = await serveMetrics({ host: '127.0.0.1', port: configuration.metricsPort ?? 9464, fallback: configuration.metricsPort === undefined });

  let stopping = false;
  /** Stops everything and starts it again; the address stays. */
  const restart = async (): Promise<void> => {
    const port = Number(new URL(platform.url).port || 80);
    await platform.stop();
    platform = await startPlatform({ ...configuration, port }, options);
  };
  /** The demonstration of a stranger's playground: what visitors left goes. */
  const renew = async (): Promise<void> => {
    if (stopping) return;
    askForRenewal(configuration.dataDir, Date.now());
    await restart();
    log.info({ url: platform.url }, 'the demonstration was made anew');
  };
  const restartOrEnd = (): Promise<void> =>
    restart().catch((error: unknown) => {
      log.fatal({ err: error }, 'the platform could not be started again; the next start goes on');
      process.exit(1);
    });
  const control = await startControl({ dataDir: configuration.dataDir, run: controlVerbs(configuration.dataDir, () => platform, restartOrEnd), log });
  const giveUp = (error: unknown): void => {
    log.fatal({ err: error }, 'the demonstration could not be made anew; the next start finishes it');
    process.exit(1);
  };
  const endNights = isReachableDemo(configuration) ? everyNight(renew, giveUp) : () => undefined;
  const stop = async (): Promise<void> => {
    stopping = true;
    endNights();
    metrics?.server.close();
    await control.close();
    await platform.stop();
  };
  stopWhenAsked({ stop, longestMs: 20_000, log });

  console.log(banner(configuration, platform));
  console.log(`ready ${platform.url}`);
}

begin(main);
