// Does it work at all? A few people for half a minute; bounds that a busy machine keeps.
import { checkBooks } from './lib/books.js';
import { optionsFor, peopleOf } from './lib/options.js';
import { preparePeople } from './lib/people.js';
import { summaryOf } from './lib/summary.js';

export { sitAtDesk, visitBoard, visitOffice, visitPortfolio, visitWithdrawal } from './lib/visits.js';

const shape = {
  people: 4,
  desks: 1,
  rate: 4,
  seconds: 30,
  thinkSeconds: 0.3,
  stages: [{ part: 1, to: 1 }],
  failedShare: 0.001,
  p95Ms: { read: 1_000, money: 1_500, once: 5_000 },
};

export const options = optionsFor(shape);
export const setup = () => preparePeople(peopleOf(shape));
export const teardown = checkBooks;
export const handleSummary = (data) => summaryOf('smoke', data);
