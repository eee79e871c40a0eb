// How the operator's tool reaches a running platform: a loopback port that answers whoever shows the token of DATA_DIR/control.json.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Refused, StartRefused } from '@tradepost/platform/errors.ts';
import { sha256 } from '@tradepost/platform/json.ts';
import type { Logger } from '@tradepost/platform/log.ts';
import { writePrivateFile } from '@tradepost/platform/private-file.ts';
import { listen } from '@tradepost/platform/server.ts';

/** Runs one verb that writes; throws Refused or StartRefused with one sentence. */
export type RunVerb = (verb: string, input: unknown) => Promise<unknown>;

interface ControlFile {
  readonly port: number;
  readonly token: string;
}

const mostBodyBytes = 65_536;
const fileOf = (dataDir: string): string => join(dataDir, 'control.json');

const isSame = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(sha256(one), 'hex'), Buffer.from(sha256(other), 'hex'));

async function bodyOf(incoming: IncomingMessage): Promise<{ verb: string; input: unknown }> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of incoming) {
    size += piece.length;
    if (size > mostBodyBytes) throw new Refused('too-large');
    pieces.push(piece);
  }
  try {
    const { verb, input }: { verb?: unknown; input?: unknown } = JSON.parse(Buffer.concat(pieces).toString());
    return { verb: String(verb), input };
  } catch (cause) {
    throw new Refused('unreadable-body', { cause });
  }
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(body));
}

/**
 * Listens on a free loopback port and writes port and token to `control.json` (0600). Verbs run one after the other.
 * Gives what ends it; the file goes with it.
 */
export async function startControl({ dataDir, run, log }: { dataDir: string; run: RunVerb; log: Logger }): Promise<{ close(): Promise<void> }> {
  const token = randomBytes(32).toString('base64url');
  let inTurn: Promise<unknown> = Promise.resolve();
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    // A wrong token learns nothing, not even which paths there are.
    if (!isSame(incoming.headers.authorization ?? '', `Bearer ${token}`)) return answer(response, 401, { error: 'The token of control.json is needed.' });
    if (incoming.method !== 'POST') return answer(response, 405, { error: 'Verbs are posted.' });
    try {
      const { verb, input } = await bodyOf(incoming);
      log.info({ verb }, 'the operator asks');
      const result = inTurn.then(() => run(verb, input));
      inTurn = result.catch(() => undefined);
      answer(response, 200, { result: (await result) ?? null });
    } catch (error) {
      if (!(error instanceof Refused || error instanceof StartRefused)) log.error({ err: error }, 'a verb of the operator failed');
      answer(response, 400, { error: error instanceof Error ? error.message : String(error) });
    }
  };
  const server = await listen(
    (incoming, response) => {
      handle(incoming, response).catch((error: unknown) => log.warn({ err: error }, 'the operator did not wait for the answer'));
    },
    { host: '127.0.0.1', port: 0 },
  );
  const control: ControlFile = { port: server.port, token };
  writePrivateFile(fileOf(dataDir), `${JSON.stringify(control)}\n`);
  return {
    async close() {
      rmSync(fileOf(dataDir), { force: true });
      await inTurn;
      await server.close(1_000);
    },
  };
}

function readControl(dataDir: string): ControlFile | undefined {
  try {
    const { port, token }: Partial<ControlFile> = JSON.parse(readFileSync(fileOf(dataDir), 'utf8'));
    return typeof port === 'number' && typeof token === 'string' ? { port, token } : undefined;
  } catch {
    // Absent while nothing runs; a file that cannot be read leads nowhere either.
    return undefined;
  }
}

function post({ port, token }: ControlFile, body: string): Promise<{ status: number; text: string } | undefined> {
  return new Promise((resolve) => {
    // Without a limit of time: sealing everything anew takes as long as it takes.
    const outgoing = request({ host: '127.0.0.1', port, method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (piece: string) => {
        text += piece;
      });
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text }));
      incoming.on('error', () => resolve(undefined));
    });
    outgoing.on('error', () => resolve(undefined));
    outgoing.end(body);
  });
}

/**
 * Asks the platform that runs on `dataDir` to run a verb. Gives undefined when none answers there: it does not run, or was killed and left its file.
 * Throws an Error with the platform's sentence when it refuses.
 */
export async function askControl(dataDir: string, verb: string, input: unknown): Promise<{ readonly result: unknown } | undefined> {
  const control = readControl(dataDir);
  const answered = control && (await post(control, JSON.stringify({ verb, input })));
  // A stranger may have the port by now; it does not know the token.
  if (!answered || (answered.status !== 200 && answered.status !== 400)) return undefined;
  const body: { result?: unknown; error?: unknown } = JSON.parse(answered.text);
  if (answered.status === 400) throw new Error(String(body.error));
  return { result: body.result };
}
