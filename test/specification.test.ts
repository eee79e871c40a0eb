import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const source = join(root, '../shared/spec.md');
const page = readFileSync(join(root, 'docs/specification.md'), 'utf8');

interface Row {
  readonly line: string;
  readonly places: readonly string[];
  readonly proofs: readonly { readonly file: string; readonly title: string }[];
}

const rows: readonly Row[] = [...page.matchAll(/^\| (\d+\.\d+) \| (.+?) \| (.+?) \| (.+?) \|$/gm)].map(([, line = '', , places = '', proofs = '']) => ({
  line,
  places: [...places.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''),
  proofs: [...proofs.matchAll(/`([^`]+)` "([^"]+)"/g)].map((match) => ({ file: match[1] ?? '', title: match[2] ?? '' })),
}));

/** What a test file calls its tests: the texts behind `test(`, `describe(` and their `.each`. */
function titlesOf(file: string): string {
  const text = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
  return [...text.matchAll(/(?:\b(?:test|describe)|\))\((['"`])((?:(?!\1).)+)\1,/g)].map((match) => match[2] ?? '').join('\n');
}

/** The lines of the specification, counted within each section: bullets, table rows and paragraphs. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  let section = '';
  let count = 0;
  for (const line of text.split('\n')) {
    const heading = /^## (\d+)\./.exec(line)?.[1];
    if (heading) [section, count] = [heading, 0];
    if (section === '' || line.trim() === '' || line.startsWith('#') || /^\|[-| ]+\|$/.test(line) || line.startsWith('| Method')) continue;
    count += 1;
    lines.push(`${section}.${count}`);
  }
  return lines;
}

describe('When the specification is followed line by line', () => {
  test('then each line names a place that is there and a test', () => {
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.filter(({ places, proofs }) => places.length === 0 || proofs.length === 0).map(({ line }) => line)).toEqual([]);
    const gone = rows.flatMap(({ line, places }) => places.filter((place) => !existsSync(join(root, place))).map((place) => `${line}: ${place}`));
    expect(gone).toEqual([]);
  });

  test('then each test it names is there', () => {
    const gone = rows.flatMap(({ line, proofs }) => proofs.filter(({ file, title }) => !titlesOf(file).includes(title)).map(({ file, title }) => `${line}: ${file} "${title}"`));
    expect(gone).toEqual([]);
  });

  test('then no row of the page goes unread, and none stands there twice', () => {
    const written = page.split('\n').filter((line) => /^\| \d/.test(line));
    expect(written.length).toBe(rows.length);
    expect(new Set(rows.map(({ line }) => line)).size).toBe(rows.length);
  });

  const compare = existsSync(source) ? test : test.skip;
  compare('then it has every line of the specification and no other', () => {
    expect(rows.map(({ line }) => line)).toEqual(linesOf(readFileSync(source, 'utf8')));
  });
});
