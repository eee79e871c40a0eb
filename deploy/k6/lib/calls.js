import { sleep } from 'k6';
import http from 'k6/http';
import { Counter } from 'k6/metrics';
import { nameOf } from './routes.js';

const baseUrl = (__ENV.BASE_URL ?? 'http://127.0.0.1:8080').replace(/\/$/, '');
const timeout = '15s';
const longestWaitSeconds = 60;
/** How long somebody goes on asking who is told to come again: a reader turns away, money must be certain, and the preparation has time. */
const patienceMs = { read: 10_000, money: 60_000, once: 180_000 };

/** Answers 429 and 503, each of which must say when to come again. */
const putOff = new Counter('put_off');
/** Those that did not say it. */
const putOffForNoTime = new Counter('put_off_for_no_time');

// A refusal that the books make necessary (409) is an answer like another one.
const answered = http.expectedStatuses({ min: 200, max: 299 }, 304, 409);
// While people are prepared, a platform with its ordinary limits may make them wait.
const answeredOrPutOff = http.expectedStatuses({ min: 200, max: 299 }, 409, 429, 503);

function urlOf(route, { params = {}, query = {} }) {
  const path = route.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name]));
  const words = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${baseUrl}${path}${words.length > 0 ? `?${words.join('&')}` : ''}`;
}

/** What k6 sends: `body` as JSON, `form` as multipart. */
function partsOf(route, { token, key, body, form, headers = {} }) {
  return [
    body === undefined ? (form ?? null) : JSON.stringify(body),
    {
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      tags: { name: nameOf(route), kind: route.kind },
      responseCallback: route.kind === 'once' ? answeredOrPutOff : answered,
      // Cookies are kept by hand where they are needed: a VU acts for one person, the preparation for all.
      jar: new http.CookieJar(),
      redirects: 0,
      timeout,
    },
  ];
}

/** Seconds until the call may be sent again; undefined when its outcome is known. No answer at all leaves that open as 503 does. */
function waitOf(response) {
  if (response.status === 0) return 0.5 + Math.random();
  if (response.status !== 429 && response.status !== 503) return undefined;
  putOff.add(1);
  const seconds = Number(response.headers['Retry-After'] ?? Number.NaN);
  if (!(seconds > 0)) {
    putOffForNoTime.add(1);
    return 1;
  }
  // All who were sent away together must not come back together.
  return Math.min(longestWaitSeconds, seconds) + Math.random() / 2;
}

/** Makes a call of `routes`, as often as it is put off, with one key and until the patience for its kind is over; gives the last answer. */
export function call(route, request = {}) {
  const [body, params] = partsOf(route, request);
  const deadlineMs = Date.now() + patienceMs[route.kind];
  for (;;) {
    const response = http.request(route.method, urlOf(route, request), body, params);
    const waitSeconds = waitOf(response);
    if (waitSeconds === undefined || Date.now() + waitSeconds * 1000 > deadlineMs) return response;
    sleep(waitSeconds);
  }
}

/** Makes several calls of `[route, request]` at once, as a page does, and gives their answers; those that were put off are made again one by one. */
export function together(calls) {
  const responses = http.batch(
    calls.map(([route, request = {}]) => {
      const [body, params] = partsOf(route, request);
      return [route.method, urlOf(route, request), body, params];
    }),
  );
  return responses.map((response, index) => {
    const waitSeconds = waitOf(response);
    if (waitSeconds === undefined) return response;
    sleep(waitSeconds);
    return call(...calls[index]);
  });
}

/** Somebody reads for about so many seconds: from half to one and a half times as long. */
export const think = (seconds) => sleep(seconds * (0.5 + Math.random()));
