/** Puts spaces between groups of characters: `('ABCPE1234F', [5, 4, 1])` → `ABCPE 1234 F`. The last size repeats. */
export function group(text: string, sizes: readonly number[]): string {
  const parts: string[] = [];
  let at = 0;
  for (let turn = 0; at < text.length; turn++) {
    const size = sizes[Math.min(turn, sizes.length - 1)] ?? text.length;
    parts.push(text.slice(at, at + size));
    at += size;
  }
  return parts.join(' ');
}

/** Ten digits of a mobile number from what was typed or pasted: a leading +91, 91 or 0 is dropped. */
export function readPhone(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  if (digits.length > 10) return digits.replace(/^(91|0)/, '').slice(0, 10);
  return digits.replace(/^0/, '');
}
