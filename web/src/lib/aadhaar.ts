// Verhoeff's check digit, by which UIDAI secures the twelfth digit of an Aadhaar number. It finds every single wrong digit and nearly every swapped pair.

// Row a, column b: a followed by b in the dihedral group of the pentagon.
const product = ['0123456789', '1234067895', '2340178956', '3401289567', '4012395678', '5987604321', '6598710432', '7659821043', '8765932104', '9876543210'];
// Row n: how a digit is renamed at place n from the right, repeating after eight.
const renamed = ['0123456789', '1576283094', '5803796142', '8916043527', '9453126870', '4286573901', '2793806415', '7046913258'];

/** True when the check digit of a text of digits is right. */
export function hasVerhoeffDigit(digits: string): boolean {
  let check = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(renamed[place % 8]?.[Number(digits[digits.length - 1 - place])]);
    check = Number(product[check]?.[digit]);
  }
  return check === 0;
}

/** What is wrong with an Aadhaar number without spaces; undefined when it can be one. */
export function aadhaarMessage(digits: string): string | undefined {
  if (digits === '') return 'Aadhar card is required';
  if (!/^\d{12}$/.test(digits)) return `An Aadhar number has 12 digits; this has ${digits.length}`;
  return /^[2-9]/.test(digits) && hasVerhoeffDigit(digits) ? undefined : 'Please check this number: one digit is wrong';
}
