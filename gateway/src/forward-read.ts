// Calls without a body, by undici: they are the most, and Node's own client costs more for each than all that the gateway does about it (docs/adr/0008-forwarding.md).
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { type Dispatcher, Pool } from 'undici';
import { idleMs, type OneCall, silenceMs, socketsPerService, withoutConnection } from './forward-call.ts';

const silent = (): Error => new Error('The service is silent.');

/** Begins the answer with what the service said. */
function begin(response: ServerResponse, status: number, headers: IncomingHttpHeaders): void {
  withoutConnection(headers, response);
  // What is chunked on the way here is chunked anew.
  delete headers['transfer-encoding'];
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) response.setHeader(name, value);
}

/** One try of a call: the answer passes to its caller no faster than the caller reads, and each side ends when the other breaks off. */
class Passage implements Dispatcher.DispatchHandler {
  readonly #call: OneCall;
  readonly #dropped: () => void;
  #timer: NodeJS.Timeout;
  readonly #forget: () => void;
  readonly #left = (): void => this.#end(new Error('The caller has left.'));
  #controller: Dispatcher.DispatchController | undefined;
  #begun = false;
  #over: Error | undefined;

  /** `dropped` hears when the client holds nothing of this call any more. */
  constructor(call: OneCall, leftMs: number, dropped: () => void) {
    this.#call = call;
    this.#dropped = dropped;
    // From here on, because a call may also wait for a socket.
    this.#timer = setTimeout(() => this.#end(silent()), leftMs);
    this.#forget = call.watched.onSilence(() => this.#end(silent()));
    call.response.once('close', this.#left);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#over) controller.abort(this.#over);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // No final answer yet (RFC 9110, 15.2).
    if (status < 200) return;
    clearTimeout(this.#timer);
    this.#begun = true;
    this.#call.watched.record(true);
    begin(this.#call.response, status, headers);
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Buffer): void {
    const { response } = this.#call;
    if (response.write(piece)) return;
    controller.pause();
    // A caller who takes nothing would keep a connection from all others.
    this.#timer = setTimeout(() => this.#end(new Error('The caller reads nothing.')), silenceMs);
    response.once('drain', () => {
      clearTimeout(this.#timer);
      controller.resume();
    });
  }

  onResponseEnd(): void {
    this.#dropped();
    this.#settle();
    this.#call.response.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#dropped();
    this.#end(error);
  }

  #settle(): void {
    clearTimeout(this.#timer);
    this.#forget();
    this.#call.response.off('close', this.#left);
  }

  #end(error: Error): void {
    if (this.#over) return;
    this.#over = error;
    this.#settle();
    this.#controller?.abort(error);
    // Half an answer must not look whole, and its headers stand already.
    if (this.#begun) this.#call.response.destroy();
    else this.#call.failed(error);
  }
}

/** The way of such calls to one service. */
export interface ReadWay {
  /** Gives up after `leftMs` without the beginning of an answer. */
  send(call: OneCall, leftMs: number): void;
  /** Calls that the client holds, also those that wait for a socket and have lost their caller. */
  held(): number;
  close(): void;
}

/** Opens it to the service at `url`. */
export function forwardsReads(url: string): ReadWay {
  const { origin, pathname } = new URL(url);
  const base = pathname.replace(/\/$/, '');
  const pool = new Pool(origin, {
    ...{ connections: socketsPerService, pipelining: 1, allowH2: false },
    ...{ keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs },
    ...{ connect: { timeout: silenceMs }, headersTimeout: 0, bodyTimeout: silenceMs },
  });
  let held = 0;
  const dropped = (): void => {
    held -= 1;
  };
  return {
    send(call, leftMs) {
      held += 1;
      const { url: path, headers } = call.request;
      pool.dispatch({ method: 'GET', path: base + path, headers }, new Passage(call, leftMs, dropped));
    },
    held: () => held,
    close: () => void pool.destroy(),
  };
}
