import { contactPhone, contactProblems, messageCount, tooManyMessages } from '../src/lib/contact-rules.ts';
import { readIndexDay, sampleIndexDay } from '../src/lib/index-day.ts';
import { fillIn } from '../src/lib/operator.ts';

const typed = { name: 'Asha Verma', email: 'asha@example.com', phone: '', subject: 'Support', message: 'A question.' };

describe('When a message is written', () => {
  test('then everything but the phone is needed', () => {
    expect(contactProblems(typed)).toEqual({});
    expect(contactProblems({ name: ' ', email: '', phone: '', subject: '', message: '' })).toEqual({
      name: 'Name is required',
      email: 'E-mail is required',
      subject: 'Subject is required',
      message: 'Message is required',
    });
  });

  test('then an address and a number must look like one', () => {
    expect(contactProblems({ ...typed, email: 'asha@' }).email).toBe('Please enter a valid e-mail address');
    expect(contactProblems({ ...typed, phone: 'call me' }).phone).toBe('Please enter a valid phone number');
    expect(contactProblems({ ...typed, phone: '+44 20 7946 0000' })).toEqual({});
  });

  test('then a number without a country gets the one of India', () => {
    expect(contactPhone(' 98765 43210')).toBe('+91 98765 43210');
    expect(contactPhone('+44 20 7946 0000')).toBe('+44 20 7946 0000');
  });

  test('then the counter comes from four fifths of the limit on, and one letter too many is refused', () => {
    expect(messageCount(1_599)).toBe('');
    expect(messageCount(1_600)).toBe('1,600 of 2,000 characters');
    expect(contactProblems({ ...typed, message: 'x'.repeat(2_000) })).toEqual({});
    expect(contactProblems({ ...typed, message: 'x'.repeat(2_001) }).message).toBe('The message has 2,001 characters. At most 2,000 fit.');
  });

  test('then the wait after too many is told in whole minutes', () => {
    expect(tooManyMessages(61)).toBe('Too many messages. Please try again in 2 minutes.');
    expect(tooManyMessages(0)).toBe('Too many messages. Please try again in 1 minute.');
  });
});

describe('When the operator is named', () => {
  const small = '{operator.legalName}. Registration {operator.registrationNumber} ({operator.registrationBody}). Compliance officer: {operator.complianceContact}.';

  test('then what is not known is left out as a whole sentence or bracket', () => {
    expect(fillIn(small, { 'operator.legalName': 'Example Broking Pvt. Ltd', 'operator.registrationNumber': 'INZ000000000' })).toBe(
      'Example Broking Pvt. Ltd. Registration INZ000000000.',
    );
    expect(fillIn(small, {})).toBe('');
  });
});

describe('When an index answers', () => {
  const meta = { regularMarketPrice: 101, previousClose: null, chartPreviousClose: 100, regularMarketTime: 1_000 };
  const chart = (over: object) => ({ chart: { result: [{ meta: { ...meta, ...over }, timestamp: [400, 700], indicators: { quote: [{ close: [99, null] }] } }] } });

  test('then its line leaves out what is missing and ends at the price of this moment', () => {
    expect(readIndexDay(chart({}), 'live')).toMatchObject({
      status: 'live',
      price: 101,
      previousClose: 100,
      points: [
        { timeMs: 400_000, price: 99 },
        { timeMs: 1_000_000, price: 101 },
      ],
    });
  });

  test('then an answer with nothing in it is none, and an unknown status is no market price', () => {
    expect(readIndexDay({}, 'live')).toBeUndefined();
    expect(readIndexDay({ chart: { result: [], error: null } }, 'live')).toBeUndefined();
    expect(readIndexDay(undefined, 'live')).toBeUndefined();
    expect(readIndexDay(chart({}), null)?.status).toBe('sample');
  });

  test('then the built-in day is always a sample', () => {
    expect(sampleIndexDay('nifty')).toMatchObject({ status: 'sample', previousClose: 24_000, priceMs: undefined });
  });
});
