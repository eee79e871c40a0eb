// Where does it begin to bend? Steps of more and more people. It may put calls off; it may not lose a booking or answer wrongly.
import { checkBooks } from './lib/books.js';
import { optionsFor, peopleOf } from './lib/options.js';
import { preparePeople } from './lib/people.js';
import { summaryOf } from './lib/summary.js';

export { sitAtDesk, visitBoard, visitOffice, visitPortfolio, visitWithdrawal } from './lib/visits.js';

const shape = {
  people: 40,
  desks: 4,
  rate: 150,
  seconds: 300,
  thinkSeconds: 0.5,
  stages: [
    { part: 0.05, from: 0.1, to: 0.25 },
    { part: 0.2, to: 0.25 },
    { part: 0.05, to: 0.5 },
    { part: 0.2, to: 0.5 },
    { part: 0.05, to: 0.75 },
    { part: 0.2, to: 0.75 },
    { part: 0.05, to: 1 },
    { part: 0.2, to: 1 },
  ],
  failedShare: 0.05,
  p95Ms: { read: 2_000, money: 3_000, once: 5_000 },
};

export const options = optionsFor(shape);
export const setup = () => preparePeople(peopleOf(shape));
export const teardown = checkBooks;
export const handleSummary = (data) => summaryOf('stress', data);
