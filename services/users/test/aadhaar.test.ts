import { isAadhaar } from '../src/aadhaar.ts';

// UIDAI's published test numbers.
const known = ['999941057058', '999971658847', '999933119405', '999955183433', '999990501894'];

describe('an Aadhaar number', () => {
  test.each(known)('%s passes', (number) => {
    expect(isAadhaar(number)).toBe(true);
  });

  test.each(known)('%s with any one digit changed is refused', (number) => {
    for (let place = 0; place < 12; place++)
      for (let digit = 0; digit < 10; digit++) {
        const changed = number.slice(0, place) + digit + number.slice(place + 1);
        if (changed !== number) expect(isAadhaar(changed)).toBe(false);
      }
  });

  test.each(known)('%s with two neighbours swapped is refused', (number) => {
    for (let place = 0; place < 11; place++) {
      const swapped = number.slice(0, place) + number.charAt(place + 1) + number.charAt(place) + number.slice(place + 2);
      if (swapped !== number) expect(isAadhaar(swapped)).toBe(false);
    }
  });

  test('of another shape is refused', () => {
    for (const text of ['', '000000000000', '099941057058', '99994105705', '9999410570580', '9999 4105 7058', '99994105705a', '٩٩٩٩٤١٠٥٧٠٥٨', '999941057058\n'])
      expect(isAadhaar(text)).toBe(false);
  });
});
