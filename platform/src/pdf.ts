import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

const inflateAsync = promisify(inflate);

// Rules after ISO 32000-1: names in 7.3.5, object streams in 7.5.7, the trailer in 7.5.5.
const tailBytes = 1024;
const maximumInflatedBytes = 32 * 1024 * 1024;
const maximumDictionaryCharacters = 4096;

const space = '[\\0\\t\\n\\f\\r ]';
const nameEnd = '(?![^\\0\\t\\n\\f\\r ()<>[\\]{}/%])';

/** A pattern for a PDF name: each character may be written as `#` and two hex digits. */
function namePattern(name: string): string {
  const characters = Array.from(name, (character) => `(?:${character}|#(?:${hexDigits(character)}))`);
  return `/${characters.join('')}`;
}

function hexDigits(character: string): string {
  const hex = character.charCodeAt(0).toString(16);
  return Array.from(hex, (digit) => (/[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit)).join('');
}

// Compressed pictures hold any short sequence by chance, so short names count only when a value of the right kind follows.
const forbidden: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`${namePattern('Encrypt')}${nameEnd}`), 'Please upload the PDF without a password.'],
  [new RegExp(`${namePattern('JavaScript')}${nameEnd}`), 'This PDF holds scripts.'],
  [new RegExp(`${namePattern('JS')}${space}*(?:[(<%]|\\d+[\\0\\t\\n\\f\\r %])`), 'This PDF holds scripts.'],
  [new RegExp(`${namePattern('XFA')}${space}*(?:[[%]|\\d+[\\0\\t\\n\\f\\r %])`), 'This PDF holds scripts.'],
  [new RegExp(`${namePattern('Launch')}${nameEnd}`), 'This PDF starts other programs.'],
  [new RegExp(`${namePattern('EmbeddedFile')}s?${nameEnd}`), 'This PDF holds other files.'],
  [new RegExp(`${namePattern('RichMedia')}${nameEnd}`), 'This PDF holds other files.'],
];

const objection = (text: string): string | undefined => forbidden.find(([pattern]) => pattern.test(text))?.[1];

const objectStream = new RegExp(`${namePattern('ObjStm')}${nameEnd}`, 'g');
const predictor = new RegExp(namePattern('Predictor'));

/** Looks into the compressed streams that hold objects. Gives a sentence against them, or nothing. One that cannot be looked into is refused. */
async function checkObjectStreams(bytes: Buffer, text: string): Promise<string | undefined> {
  let inflatedBytes = 0;
  for (const match of text.matchAll(objectStream)) {
    const dictionary = text.slice(match.index, match.index + maximumDictionaryCharacters);
    const start = /stream\r?\n/.exec(dictionary);
    const begin = Math.max(text.lastIndexOf('obj', match.index), match.index - maximumDictionaryCharacters);
    if (!start || predictor.test(text.slice(begin, match.index + start.index))) return 'This PDF cannot be read.';
    try {
      const objects = await inflateAsync(bytes.subarray(match.index + start.index + start[0].length), { maxOutputLength: maximumInflatedBytes - inflatedBytes });
      inflatedBytes += objects.length;
      const found = objection(objects.toString('latin1'));
      if (found) return found;
    } catch {
      // Not compressed, compressed in another way, or a bomb: what cannot be looked into is not taken.
      return 'This PDF cannot be read.';
    }
  }
  return undefined;
}

/** A second file at the end, as in a PDF that is a ZIP or JAR as well. */
const holdsArchive = (text: string): boolean => text.includes('PK\x05\x06') && text.includes('PK\x01\x02');

/**
 * Judges a PDF by its bytes. Gives a sentence for people when it is cut, encrypted, something else as well, or holds scripts, launches or other files; otherwise undefined.
 * A check at the door and no parser: whoever shows it still draws it without running anything.
 */
export async function checkPdf(bytes: Buffer): Promise<string | undefined> {
  const text = bytes.toString('latin1');
  const end = text.lastIndexOf('%%EOF');
  if (!text.startsWith('%PDF-') || end < Math.max(8, text.length - tailBytes)) return 'This PDF is not complete.';
  if (/[^\0\t\n\f\r ]/.test(text.slice(end + '%%EOF'.length)) || holdsArchive(text)) return 'This PDF holds other files.';
  if (!/startxref\s+\d+\s+$/.test(text.slice(Math.max(0, end - 64), end))) return 'This PDF is not complete.';
  return objection(text) ?? (await checkObjectStreams(bytes, text));
}
