import { check } from 'k6';
import { Counter } from 'k6/metrics';
import { call } from './calls.js';
import { routes } from './routes.js';
import { tokenOf } from './sessions.js';

/** What each acknowledged booking does to what is booked and to what is held. */
export const effects = {
  deposited: { total: 1, held: 0 },
  reduced: { total: -1, held: 0 },
  requested: { total: 0, held: 1 },
  approved: { total: -1, held: -1 },
  released: { total: 0, held: -1 },
};

const sums = Object.fromEntries(Object.keys(effects).map((kind) => [kind, new Counter(`${kind}_paise`)]));
const bookings = new Counter('bookings');
const refused = new Counter('bookings_refused');
/** Bookings of which nobody ever said whether they happened. */
const uncertain = new Counter('bookings_uncertain');
const readTotal = new Counter('read_total_paise');
const readHeld = new Counter('read_held_paise');

/** What the answers add up to, less what the platform says at the end, for each person: every one of them must end at 0. */
const unexplained = { total: new Counter('unexplained_total_paise'), held: new Counter('unexplained_held_paise') };

/** Thresholds that hold when the books of so many people add up. */
export function booksThresholds(people) {
  const names = Array.from({ length: people }, (_, index) => Object.keys(unexplained).map((side) => `unexplained_${side}_paise{person:${index}}`)).flat();
  return { bookings_uncertain: ['count==0'], ...Object.fromEntries(names.map((name) => [name, ['count==0']])) };
}

function count(kind, person, amountPaise) {
  bookings.add(1);
  sums[kind].add(amountPaise);
  const tags = { person: String(person.index) };
  for (const side of Object.keys(unexplained)) unexplained[side].add(effects[kind][side] * amountPaise, tags);
}

/** Sends a booking until its outcome is certain, always with the same key, and counts it for `person` when it is acknowledged; gives the answer. */
export function book(kind, person, amountPaise, route, request) {
  const response = call(route, request);
  const done = response.status === 200 || response.status === 201;
  if (done) count(kind, person, amountPaise);
  else if (response.status === 409) refused.add(1);
  else uncertain.add(1);
  check(response, { 'a booking is done or refused': () => done || response.status === 409 });
  return response;
}

const toPaise = (rupees) => Math.round(rupees * 100);

/** After the last booking: reads what the platform says that everybody has, from the page and from the ledger, and holds it against the answers. */
export function checkBooks({ owner, people }) {
  for (const person of people) {
    const asked = { params: { id: person.id }, token: tokenOf(owner) };
    const account = call(routes.person, asked);
    const newest = call(routes.ledger, { ...asked, query: { limit: 1 } });
    const readable = check(account, { 'the account can be read at the end': ({ status }) => status === 200 });
    check(newest, {
      'the ledger ends with what the page says': ({ status }) =>
        readable && status === 200 && newest.json('0.totalfund') === account.json('totalfund') && newest.json('0.heldFund') === account.json('heldFund'),
    });
    // An account that cannot be read leaves all its money unexplained.
    const said = { total: readable ? toPaise(account.json('totalfund')) : 0, held: readable ? toPaise(account.json('heldFund')) : 0 };
    const tags = { person: String(person.index) };
    for (const side of Object.keys(unexplained)) unexplained[side].add(-said[side], tags);
    readTotal.add(said.total);
    readHeld.add(said.held);
  }
}
