// An ordinary busy day: about a hundred calls a second, warm, within the bounds of P2.
import { checkBooks } from './lib/books.js';
import { optionsFor, peopleOf } from './lib/options.js';
import { preparePeople } from './lib/people.js';
import { summaryOf } from './lib/summary.js';

export { sitAtDesk, visitBoard, visitOffice, visitPortfolio, visitWithdrawal } from './lib/visits.js';

const shape = {
  people: 30,
  desks: 2,
  rate: 15,
  seconds: 300,
  thinkSeconds: 1,
  stages: [
    { part: 0.1, from: 0.1, to: 1 },
    { part: 0.85, to: 1 },
    { part: 0.05, to: 0.1 },
  ],
  failedShare: 0.001,
  p95Ms: { read: 50, money: Number(__ENV.MONEY_P95_MS ?? 80), once: 2_000 },
};

export const options = optionsFor(shape);
export const setup = () => preparePeople(peopleOf(shape));
export const teardown = checkBooks;
export const handleSummary = (data) => summaryOf('load', data);
