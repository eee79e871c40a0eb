/** Values for the places in braces of the texts, by their names: `operator.legalName`. */
export type TextValues = Readonly<Record<string, string | undefined>>;

/**
 * Fills the places in braces. A bracket with an unknown value goes, and so does a sentence with one: "Registration {operator.registrationNumber}." is never shown without the number.
 * Sentences end with a full stop before a space or the end.
 */
export function fillIn(text: string, values: TextValues): string {
  const known = (piece: string): boolean => Array.from(piece.matchAll(/\{([\w.]+)\}/g)).every(([, name = '']) => values[name]);
  return text
    .replace(/ ?\([^()]*\)/g, (bracket) => (known(bracket) ? bracket : ''))
    .split(/(?<=\.) /)
    .filter(known)
    .join(' ')
    .replace(/\{([\w.]+)\}/g, (_place, name: string) => values[name] ?? '');
}

/** What the gateway wrote into the page about the company that runs it; nothing in the demonstration. */
export function operatorValues(): TextValues {
  if (typeof document === 'undefined') return {};
  const { operatorName, operatorRegistration, operatorEmail } = document.documentElement.dataset;
  return { 'operator.legalName': operatorName, 'operator.registrationNumber': operatorRegistration, 'operator.complianceContact': operatorEmail };
}
