// Amounts in words, the Indian way: thousand, lakh (1,00,000), crore (1,00,00,000).

const small = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const tens = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

function belowHundred(value: number): string {
  if (value < 20) return small[value] ?? '';
  const rest = value % 10;
  return `${tens[Math.floor(value / 10)]}${rest ? `-${small[rest]}` : ''}`;
}

function whole(value: number): string {
  const parts: string[] = [];
  let rest = value;
  for (const [size, word] of [
    [10_000_000, 'crore'],
    [100_000, 'lakh'],
    [1000, 'thousand'],
    [100, 'hundred'],
  ] as const) {
    const count = Math.floor(rest / size);
    rest %= size;
    if (count) parts.push(`${count < 100 ? belowHundred(count) : whole(count)} ${word}`);
  }
  if (rest || parts.length === 0) parts.push(belowHundred(rest));
  return parts.join(' ');
}

/** Paise in words: 25000000 → `Two lakh fifty thousand rupees`; 150 → `One rupee and fifty paise`. */
export function amountInWords(amountPaise: number): string {
  const rupees = Math.floor(amountPaise / 100);
  const rest = amountPaise % 100;
  const parts: string[] = [];
  if (rupees || !rest) parts.push(`${whole(rupees)} ${rupees === 1 ? 'rupee' : 'rupees'}`);
  if (rest) parts.push(`${belowHundred(rest)} paise`);
  const text = parts.join(' and ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
