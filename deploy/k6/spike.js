// The opening bell: ten times as many people within seconds, then back to before. What was put off comes back by itself.
import { checkBooks } from './lib/books.js';
import { optionsFor, peopleOf } from './lib/options.js';
import { preparePeople } from './lib/people.js';
import { summaryOf } from './lib/summary.js';

export { sitAtDesk, visitBoard, visitOffice, visitPortfolio, visitWithdrawal } from './lib/visits.js';

const shape = {
  people: 40,
  desks: 2,
  rate: 100,
  seconds: 120,
  thinkSeconds: 0.5,
  stages: [
    { part: 0.25, from: 0.1, to: 0.1 },
    { part: 0.04, to: 1 },
    { part: 0.21, to: 1 },
    { part: 0.04, to: 0.1 },
    { part: 0.46, to: 0.1 },
  ],
  failedShare: 0.05,
  p95Ms: { read: 2_000, money: 3_000, once: 5_000 },
};

export const options = optionsFor(shape);
export const setup = () => preparePeople(peopleOf(shape));
export const teardown = checkBooks;
export const handleSummary = (data) => summaryOf('spike', data);
