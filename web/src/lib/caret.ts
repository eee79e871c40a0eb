// Fields that group what is typed keep the caret by what stands to its right: grouping never changes that.

const counts = (character: string | undefined): boolean => character !== undefined && /[A-Za-z\d.]/.test(character);

/** How many letters, digits and points stand to the right of the caret; separators do not count. */
export const countRight = (shown: string, caret: number): number => Array.from(shown.slice(caret)).filter(counts).length;

/** Where the caret belongs in `shown` so that `right` characters still stand to its right; before a separator, so that backspace takes the character and not the separator. */
export function caretFromRight(shown: string, right: number): number {
  let left = right;
  let at = shown.length;
  while (at > 0 && left > 0) {
    at -= 1;
    if (counts(shown[at])) left -= 1;
  }
  while (at > 0 && at < shown.length && !counts(shown[at - 1])) at -= 1;
  return at;
}
