import { check } from 'k6';
import { randomBytes } from 'k6/crypto';
import { b64encode } from 'k6/encoding';
import http from 'k6/http';
import { book } from './books.js';
import { call } from './calls.js';
import { routes } from './routes.js';
import { signIn } from './sessions.js';

// The sample papers of the demonstration; `open` works while a script is read only.
const images = Object.fromEntries(
  Object.entries({ image: 'portrait', panimg: 'pan-card', aadharimg: 'aadhar-card' }).map(([field, name]) => [
    field,
    open(import.meta.resolve(`../../../scripts/demo/images/${name}.png`), 'b'),
  ]),
);
const fundedPaise = 10_000_000;
const shares = [
  { symbol: 'RELIANCE', stockQuantity: 10, openPrice: 1380.5, type: 'BUY', profit: 125.5, profitColor: 'green', status: true },
  { symbol: 'TCS', stockQuantity: 4, openPrice: 3120, type: 'SELL', profit: 40, profitColor: 'red', status: true },
  { symbol: 'INFY', stockQuantity: 12.5, openPrice: 1502.25, closePrice: 1540, type: 'BUY', profit: 471.88, profitColor: 'green', status: false },
];

const digits = (count) => Array.from({ length: count }, () => Math.floor(Math.random() * 10)).join('');
const letters = (count) => Array.from({ length: count }, () => String.fromCharCode(65 + Math.floor(Math.random() * 26))).join('');
const secret = () => b64encode(randomBytes(15), 'rawurl');

/** Throws, which ends the run, when a step of the preparation was answered with another status. */
function mustBe(status, response, what) {
  if (!check(response, { [`${what}`]: () => response.status === status })) throw new Error(`${what}: answered ${response.status} ${response.body}`);
  return response;
}

/** A form as the registration page sends it, of somebody nobody has registered before. The Aadhaar number is the sample that UIDAI prints. */
function formOf(name, run, index, password) {
  return {
    name,
    email: `load-${run}-${index}@example.com`,
    phone: `9${digits(9)}`,
    dob: '1990-01-15',
    gender: 'other',
    password,
    pancard: `${letters(3)}P${letters(1)}${digits(4)}${letters(1)}`,
    aadharcard: '999941057058',
    address: '1 Sample Road, Pune',
    acceptTerms: 'true',
    ...Object.fromEntries(Object.entries(images).map(([field, bytes]) => [field, http.file(bytes, `${field}.png`, 'image/png')])),
  };
}

function preparePerson(owner, run, index) {
  const password = secret();
  const name = `Load Person ${index}`;
  const registered = mustBe(201, call(routes.register, { form: formOf(name, run, index, password) }), 'a client registers');
  const [id, userId] = [registered.json('user._id'), registered.json('user.userId')];
  const asOwner = { params: { id }, token: owner.session.token };
  mustBe(200, call(routes.approve, { ...asOwner, body: { status: true } }), 'the owner approves');
  const session = signIn({ userId, password });
  const person = { index, id, userId, password, name, session };
  mustBe(
    200,
    call(routes.saveBank, { params: { id }, token: session.token, body: { bankName: 'Sample Bank', accountNumber: digits(12), ifsc: 'SMPL0001234' } }),
    'the client saves bank details',
  );
  for (const body of shares) mustBe(201, call(routes.addPosition, { ...asOwner, body }), 'the owner enters a position');
  const funding = { ...asOwner, key: `load-${run}-funding-${index}`, body: { amount: fundedPaise / 100, note: 'Load test' } };
  mustBe(200, book('deposited', person, fundedPaise, routes.addFunds, funding), 'the owner adds funds');
  return person;
}

/** Registers, approves and funds so many people through the API; gives them and the owner, signed in. Throws when a step is refused. */
export function preparePeople(count) {
  const credentials = { userId: __ENV.OWNER_USER_ID ?? 'owner', password: __ENV.OWNER_PASSWORD };
  if (credentials.password === undefined) throw new Error('Set OWNER_PASSWORD to the password of the owner account.');
  const owner = { ...credentials, session: signIn(credentials) };
  const run = `${Date.now().toString(36)}${digits(4)}`;
  return { run, owner, people: Array.from({ length: count }, (_, index) => preparePerson(owner, run, index)) };
}
