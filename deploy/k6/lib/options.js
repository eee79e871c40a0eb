import { booksThresholds } from './books.js';
import { nameOf, routes } from './routes.js';

/** How the visits divide: most people look, some move money. */
const shares = { visitBoard: 0.4, visitPortfolio: 0.35, visitWithdrawal: 0.15, visitOffice: 0.1 };
/** How often somebody thinks in the longest visit, and the seconds that its answers may take. */
const [pausesAVisit, answersSeconds] = [4, 1];
const mostVus = 4;

const numberFrom = (name, otherwise) => (__ENV[name] === undefined ? otherwise : Number(__ENV[name]));

/** Arrivals that do not wait for answers: a platform that falls behind meets as many people as before. */
function arrivals(exec, share, { rate, seconds, stages, thinkSeconds }) {
  const perMinute = (height) => Math.max(1, Math.round(rate * share * height * 60));
  const peak = Math.max(...stages.map(({ to }) => to));
  const vus = Math.ceil(rate * share * peak * (pausesAVisit * thinkSeconds + answersSeconds)) + 1;
  return {
    executor: 'ramping-arrival-rate',
    exec,
    timeUnit: '1m',
    startRate: perMinute(stages[0].from ?? stages[0].to),
    stages: stages.map(({ part, to }) => ({ duration: `${Math.max(100, Math.round(part * seconds * 1000))}ms`, target: perMinute(to) })),
    preAllocatedVUs: vus,
    maxVUs: vus * mostVus,
    gracefulStop: '90s',
    env: { THINK_SECONDS: String(thinkSeconds) },
  };
}

/** Administrators at the queue are few, and each works through it at his own pace. */
function desksOf({ desks, seconds, thinkSeconds }) {
  const desk = (number) => ({
    executor: 'constant-vus',
    exec: 'sitAtDesk',
    vus: 1,
    duration: `${Math.round(seconds * 1000)}ms`,
    gracefulStop: '90s',
    env: { THINK_SECONDS: String(thinkSeconds), DESK: String(number), DESKS: String(desks) },
  });
  return Object.fromEntries(Array.from({ length: desks }, (_, number) => [`desk_${number + 1}`, desk(number)]));
}

/** The bound of every route by its kind; `P95_MS` in the environment replaces all of them. */
function latencyThresholds(p95Ms) {
  const bounds = Object.values(routes).map((route) => [`http_req_duration{name:${nameOf(route)}}`, [`p(95)<${numberFrom('P95_MS', p95Ms[route.kind])}`]]);
  return Object.fromEntries(bounds);
}

/**
 * The options of a script. `rate` is visits a second at height 1, `seconds` how long it lasts, `stages` the course: each takes its `part` of the time to go `to` a height.
 * `p95Ms` bounds the latencies by kind, `failedShare` the calls that may fail or be put off. DURATION, RATE and PEOPLE in the environment replace those of the script.
 */
export function optionsFor(script) {
  const shape = { ...script, rate: numberFrom('RATE', script.rate), seconds: numberFrom('DURATION', script.seconds), people: peopleOf(script) };
  return {
    scenarios: { ...Object.fromEntries(Object.entries(shares).map(([exec, share]) => [exec, arrivals(exec, share, shape)])), ...desksOf(shape) },
    thresholds: {
      checks: ['rate>0.999'],
      http_req_failed: [`rate<${shape.failedShare}`],
      put_off_for_no_time: ['count==0'],
      visits_broken: ['count==0'],
      ...latencyThresholds(shape.p95Ms),
      ...booksThresholds(shape.people),
    },
    summaryTrendStats: ['count', 'med', 'p(95)', 'p(99)', 'max'],
    setupTimeout: '20m',
    teardownTimeout: '10m',
    userAgent: 'tradepost-load',
  };
}

/** How many clients a script prepares. */
export const peopleOf = ({ people }) => numberFrom('PEOPLE', people);
