// Two hours of an ordinary day: sessions are renewed, files and memory may not creep. Watch the metrics of the platform beside it.
import { checkBooks } from './lib/books.js';
import { optionsFor, peopleOf } from './lib/options.js';
import { preparePeople } from './lib/people.js';
import { summaryOf } from './lib/summary.js';

export { sitAtDesk, visitBoard, visitOffice, visitPortfolio, visitWithdrawal } from './lib/visits.js';

const shape = {
  people: 30,
  desks: 2,
  rate: 10,
  seconds: 7_200,
  thinkSeconds: 2,
  stages: [
    { part: 0.02, from: 0.1, to: 1 },
    { part: 0.96, to: 1 },
    { part: 0.02, to: 0.1 },
  ],
  failedShare: 0.001,
  p95Ms: { read: 100, money: 150, once: 2_000 },
};

export const options = optionsFor(shape);
export const setup = () => preparePeople(peopleOf(shape));
export const teardown = checkBooks;
export const handleSummary = (data) => summaryOf('soak', data);
