// How strong a new password is. The server has the long list of common ones and decides; this list only warns early.
const common = new Set(
  'password password1 password12 password123 passw0rd 12345678 123456789 1234567890 11111111 00000000 qwertyui qwertyuiop qwerty123 iloveyou sunshine princess football welcome1 welcome123 admin123 administrator abcd1234 abc12345 letmein1 1q2w3e4r 1qaz2wsx india123 krishna1 computer tradepost tradepost1'.split(
    ' ',
  ),
);

export interface Strength {
  /** 1 to 4, for the bar. */
  steps: 1 | 2 | 3 | 4;
  word: 'Too short' | 'Common' | 'Fair' | 'Strong';
}

/** Judges by length and by how many different characters there are; there are no rules of composition (NIST SP 800-63B). */
export function passwordStrength(password: string): Strength {
  if (password.length < 8) return { steps: 1, word: 'Too short' };
  const different = new Set(password).size;
  if (common.has(password.toLowerCase()) || different < 4) return { steps: 2, word: 'Common' };
  return password.length >= 12 && different >= 8 ? { steps: 4, word: 'Strong' } : { steps: 3, word: 'Fair' };
}
