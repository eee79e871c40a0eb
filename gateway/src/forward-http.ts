import type { IncomingMessage, ServerResponse } from 'node:http';
import { budgetHeader } from '@tradepost/platform/budget.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import type { Logger } from '@tradepost/platform/log.ts';
import type { Upstream as Watched } from '@tradepost/platform/upstream.ts';
import { sendRefusal } from './answers.ts';
import type { Forwarder } from './forward.ts';
import { forwardsBodies } from './forward-body.ts';
import { type OneCall, silenceMs } from './forward-call.ts';
import { forwardsReads } from './forward-read.ts';

/** Calls to one service that are under way or wait for a socket. */
const mostCalls = 550;
const mostRetries = 2;
const longestPauseMs = 100;

/** Answers a call whose body nobody may ever read to its end: what is still coming is thrown away, and the connection ends with the answer. */
function refuseUnread(request: IncomingMessage, response: ServerResponse, refused: Refused): void {
  if (!request.readableEnded) {
    response.setHeader('Connection', 'close');
    request.unpipe();
    request.resume();
  }
  sendRefusal(response, refused, String(request.headers['x-request-id'] ?? ''));
}

/** The way to the service at `url`: the breaker, the budget of retries and the bounds before either kind of call. */
export function overHttp(name: string, url: string, log: Logger, watched: Watched): Forwarder {
  const [reads, bodies] = [forwardsReads(url), forwardsBodies(url)];
  let underWay = 0;

  function send(request: IncomingMessage, response: ServerResponse, beganMs: number, retries: number): void {
    if (response.destroyed) return;
    const refuse = (refused: Refused): void => refuseUnread(request, response, refused);
    if (!watched.mayCall()) {
      refuse(new Refused('unavailable'));
      return;
    }
    let over = false;
    const failed = (error: unknown): void => {
      if (over) return;
      over = true;
      // A caller who is gone says nothing about the service.
      if (response.destroyed) return;
      if (response.headersSent) {
        response.destroy();
        return;
      }
      watched.record(false);
      const inTime = performance.now() - beganMs < silenceMs / 2;
      if (request.method === 'GET' && retries < mostRetries && inTime && watched.mayRetry()) {
        setTimeout(() => send(request, response, beganMs, retries + 1), Math.random() * longestPauseMs * 2 ** retries);
        return;
      }
      log.warn({ err: error, service: name, requestId: request.headers['x-request-id'] }, 'the service did not answer');
      refuse(new Refused('unavailable', { cause: error }));
    };
    const leftMs = Math.ceil(silenceMs - (performance.now() - beganMs));
    request.headers[budgetHeader] = String(leftMs);
    const call: OneCall = { request, response, watched, failed };
    if (request.method === 'GET') reads.send(call, leftMs);
    else bodies.send(call);
  }

  return {
    forward(request, response) {
      if (underWay >= mostCalls || reads.held() >= mostCalls) {
        refuseUnread(request, response, new Refused('busy'));
        return;
      }
      underWay += 1;
      response.once('close', () => {
        underWay -= 1;
      });
      send(request, response, performance.now(), 0);
    },
    close() {
      reads.close();
      bodies.close();
    },
  };
}
