// `npm run service -- NAME`: one service, or the gateway, as a process of its own on shared engines.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { configurationHelp, readConfiguration } from '@tradepost/platform/config.ts';
import { createLogger } from '@tradepost/platform/log.ts';
import { serveMetrics } from '@tradepost/platform/metrics.ts';
import { begin, stopWhenAsked } from './lifecycle.ts';
import { checkNeeds, environmentOf, sparedSecrets } from './needs.ts';
import { type ProcessName, startProcess, usualPorts } from './process.ts';

const names = Object.keys(usualPorts);
const isProcess = (name: string | undefined): name is ProcessName => name !== undefined && names.includes(name);
const longestStopMs = 19_000;

const help = `npm run service -- NAME   runs one process of ${names.join(', ')} on shared engines.

PORT is ${Object.entries(usualPorts)
  .map(([name, port]) => `${port} for ${name}`)
  .join(', ')}. /livez and /readyz answer there; metrics answer on METRICS_PORT, on HOST when it is set.
\`npm run ops -- prepare\` makes the owner's account, once.

Variables [default]:
${configurationHelp()}`;

async function main(): Promise<void> {
  const [name, unknown] = process.argv.slice(2);
  if (name === '--help' || name === '-h') {
    console.log(help);
    return;
  }
  if (!isProcess(name) || unknown !== undefined) {
    console.error(`Name one of ${names.join(', ')}: npm run service -- auth`);
    process.exitCode = 2;
    return;
  }
  const configuration = readConfiguration(environmentOf(name, process.env), { spared: sparedSecrets(name) });
  checkNeeds(name, configuration);
  const log = createLogger({ level: configuration.logLevel, format: configuration.logFormat ?? (process.stdout.isTTY ? 'pretty' : 'json') });
  const siteFolder = join(import.meta.dirname, '..', 'web', 'dist');
  const site = name === 'gateway' && existsSync(join(siteFolder, 'index.html')) ? { siteFolder } : {};
  const running = await startProcess(name, configuration, { log, ...site });
  const { metricsPort, host } = configuration;
  // Beyond this machine only where somebody asked for it.
  const metrics = await serveMetrics({ host: metricsPort === undefined ? '127.0.0.1' : host, port: metricsPort ?? 9464, fallback: metricsPort === undefined });

  const stop = async (): Promise<void> => {
    metrics?.server.close();
    await running.stop();
  };
  stopWhenAsked({ stop, longestMs: longestStopMs, log });
  console.log(`ready ${running.url}`);
}

begin(main);
