// The peer of what the gateway does: nginx on a port of its own, and the load that both sides get.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@tradepost/platform/testing/free-port.ts';

/** What a comparison with nginx needs of the machine and does not find; empty when all is there. */
export const missingTools = (): string[] => ['nginx', 'wrk'].filter((name) => spawnSync(name, ['-v'], { stdio: 'ignore' }).error !== undefined);

const configuration = (folder: string, port: number, upstream: number, headers: Readonly<Record<string, string>>): string => `
worker_processes 1;
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  upstream service { server 127.0.0.1:${upstream}; keepalive 64; }
  server {
    listen 127.0.0.1:${port};
    keepalive_requests 100000000;
    location / {
      proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection "";
      ${Object.entries(headers)
        .map(([name, value]) => `proxy_set_header ${name} "${value}";`)
        .join(' ')}
    }
  }
}
`;

/** Starts nginx before the service on port `upstream`, to which it says `headers` as well; resolves when `path` is answered, or after five seconds. */
export async function startNginx(upstream: number, path: string, headers: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tradepost-nginx-'));
  const port = await freePort();
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, upstream, headers));
  const nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  const up = async (): Promise<boolean> =>
    fetch(url + path).then(
      () => true,
      () => false,
    );
  for (let tried = 0; tried < 50 && !(await up()); tried += 1) await new Promise((resolve) => setTimeout(resolve, 100));
  return {
    url,
    async stop(): Promise<void> {
      nginx.kill();
      if (nginx.exitCode === null && nginx.signalCode === null) await once(nginx, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Calls a second of 64 connections that ask as fast as they are answered, for three seconds. Throws when an answer is an error. */
export async function callsPerSecond(url: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const said = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const { stdout } = await promisify(execFile)('wrk', ['-t1', '-c64', '-d3s', '--timeout', '10s', ...said, url]);
  if (/Non-2xx or 3xx responses|Socket errors/.test(stdout)) throw new Error(`wrk met errors: ${stdout}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1] ?? 0);
}
