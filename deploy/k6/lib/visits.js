// What people do, one visit a function. k6 names them in the scenarios of options.js.
import { check } from 'k6';
import exec from 'k6/execution';
import { Counter } from 'k6/metrics';
import { book } from './books.js';
import { call, think, together } from './calls.js';
import { routes } from './routes.js';
import { tokenOf } from './sessions.js';

const thinkSeconds = Number(__ENV.THINK_SECONDS ?? 1);
const board = [[routes.nifty], [routes.banknifty], [routes.sensex], [routes.snapshots, { query: { line: '1' } }]];
const cancelShare = 0.15;
const repeatShare = 0.1;
const approveShare = 0.8;
const reduceShare = 0.3;
const decisionsAVisit = 10;

/** Visits that ended by an error of the script: k6 logs them and goes on, and a run that did nothing would pass. */
const broken = new Counter('visits_broken');

const pause = (times = 1) => think(thinkSeconds * times);
const any = (list) => list[Math.floor(Math.random() * list.length)];
const wholeFrom = (least, most) => least + Math.floor(Math.random() * (most - least + 1));
const keyOf = (data, what) => `load-${data.run}-${what}-${exec.vu.idInTest}-${Date.now().toString(36)}-${wholeFrom(0, 999_999)}`;
/** Each VU is one client, or one of his devices. */
const clientOf = (data) => data.people[exec.vu.idInTest % data.people.length];

const whole = (visit) => (data) => {
  try {
    visit(data);
  } catch (error) {
    broken.add(1);
    throw error;
  }
};

function isRead(responses) {
  for (const response of responses) check(response, { 'a page is read': ({ status }) => status === 200 || status === 304 });
  return responses;
}

/** Anybody looks at the market, and looks again: the second time with the ETags of the first, as browsers ask. */
export const visitBoard = whole(() => {
  const first = isRead(together(board));
  pause(2);
  isRead(together(board.map(([route, request], index) => [route, { ...request, headers: { 'if-none-match': first[index].headers.Etag ?? '""' } }])));
});

/** A client looks at his positions, then at his funds and the ledger. */
export const visitPortfolio = whole((data) => {
  const person = clientOf(data);
  const asked = { params: { id: person.id }, token: tokenOf(person) };
  const [positions] = isRead(together([[routes.activePositions, asked], [routes.person, asked], [routes.snapshots]]));
  check(positions, { 'all positions are there': () => positions.status === 200 && positions.json('positions').length === 2 });
  pause(2);
  isRead([call(routes.positions, asked)]);
  pause();
  isRead(together([routes.person, routes.deposits, routes.withdrawals].map((route) => [route, asked])));
  pause();
  const page = call(routes.ledger, { ...asked, query: { limit: 20 } });
  isRead([page]);
  const after = /[?&]after=([^&>]+)/.exec(page.headers.Link ?? '')?.[1];
  if (after !== undefined) isRead([call(routes.ledger, { ...asked, query: { limit: 20, after: decodeURIComponent(after) } })]);
});

/** A client asks for a withdrawal; now and then the request is sent twice with one key, or taken back. */
export const visitWithdrawal = whole((data) => {
  const person = clientOf(data);
  const asked = { params: { id: person.id }, token: tokenOf(person) };
  isRead(
    together([
      [routes.person, asked],
      [routes.withdrawals, asked],
    ]),
  );
  pause();
  const amountPaise = wholeFrom(100, 50_000);
  const request = { ...asked, key: keyOf(data, 'withdrawal'), body: { amount: amountPaise / 100 } };
  const requested = book('requested', person, amountPaise, routes.requestWithdrawal, request);
  if (requested.status !== 201) return;
  const withdrawalId = requested.json('withdrawal._id');
  if (Math.random() < repeatShare) {
    const again = call(routes.requestWithdrawal, request);
    check(again, { 'the same key gives the same withdrawal': () => again.status === 201 && again.json('withdrawal._id') === withdrawalId });
  }
  isRead([call(routes.ledger, { ...asked, query: { limit: 20 } })]);
  pause();
  if (Math.random() < cancelShare)
    book('released', person, amountPaise, routes.cancelWithdrawal, { ...asked, params: { id: person.id, withdrawalId }, key: keyOf(data, 'cancellation') });
});

/** An administrator looks somebody up and books a transfer; `owner` is the one who is there. */
export const visitOffice = whole((data) => {
  const person = any(data.people);
  const token = tokenOf(data.owner);
  isRead([call(routes.users, { token, query: { limit: 50 } })]);
  pause();
  const found = call(routes.users, { token, query: { q: person.userId } });
  isRead([found]);
  check(found, { 'the search finds the client': () => found.status === 200 && found.json().some(({ _id }) => _id === person.id) });
  isRead([call(routes.person, { params: { id: person.id }, token })]);
  pause();
  const amountPaise = wholeFrom(100, 100_000);
  const request = { params: { id: person.id }, token, key: keyOf(data, 'transfer'), body: { amount: amountPaise / 100, note: 'Load test' } };
  if (Math.random() < reduceShare) book('reduced', person, amountPaise, routes.reduceFunds, request);
  else book('deposited', person, amountPaise, routes.addFunds, request);
});

/** An administrator works through the queue. Each desk has clients of its own, so that a decision that was answered twice is counted once. */
export const sitAtDesk = whole((data) => {
  const [desk, desks] = [Number(__ENV.DESK), Number(__ENV.DESKS)];
  const token = tokenOf(data.owner);
  const queue = call(routes.queue, { token, query: { status: 'pending', limit: 200 } });
  isRead([queue]);
  const own = new Map(data.people.filter(({ index }) => index % desks === desk).map((person) => [person.id, person]));
  const rows = queue.status === 200 ? queue.json().filter(({ user }) => own.has(user._id)) : [];
  for (const row of rows.slice(0, decisionsAVisit)) {
    decide(data, own.get(row.user._id), row, token);
    pause(0.5);
  }
  pause();
});

function decide(data, person, row, token) {
  const action = Math.random() < approveShare ? 'approve' : 'reject';
  const request = { params: { id: person.id, withdrawalId: row._id }, token, key: keyOf(data, action), body: { action } };
  const decided = book(action === 'approve' ? 'approved' : 'released', person, Math.round(row.amount * 100), routes.decideWithdrawal, request);
  if (decided.status !== 200 || Math.random() > repeatShare) return;
  const again = call(routes.decideWithdrawal, { ...request, key: keyOf(data, 'again') });
  check(again, { 'the same decision again changes nothing': () => again.status === 200 });
}
