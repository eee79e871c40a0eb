import { siteContent } from '@tradepost/proto/api/site-content/content.ts';
import { siteContentSeed } from '@tradepost/proto/api/site-content/seed.ts';
import { contentPages, fieldsOf, withEdits } from '../src/features/content/fields.ts';

const all = contentPages.flatMap(({ id }) => fieldsOf(siteContentSeed, id));
const edited = (path: string, text: string) => withEdits(siteContentSeed, new Map([[path, text]]));

/** Every text of a document by its path, but for those that the programme relies on. */
function textPaths(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([name]) => !['id', 'kind', 'locale', 'subjects'].includes(name))
    .flatMap(([name, inner]) => textPaths(inner, path === '' ? name : `${path}.${name}`));
}

describe('When the texts are laid out as fields', () => {
  test('then every text of the document has its place, once', () => {
    const covers = (path: string) => all.filter((field) => path === field.path || (field.kind.endsWith('list') && path.startsWith(`${field.path}.`)));
    expect(textPaths(siteContentSeed).filter((path) => covers(path).length !== 1)).toEqual([]);
    expect(new Set(all.map(({ path }) => path)).size).toBe(all.length);
  });

  test('then nothing is shown under a heading without a name, and a thing of many bears its own', () => {
    expect(all.filter(({ group, label }) => group === '' || label === '')).toEqual([]);
    expect(all.find(({ path }) => path === 'about.tabs.1.heading')).toMatchObject({ group: 'Tabs 2: Our Story', label: 'Heading' });
    expect(all.find(({ path }) => path === 'footer.columns.0.links.0.1')).toMatchObject({ label: 'Address', kind: 'line' });
  });

  test('then what the programme relies on is not among them', () => {
    expect(all.filter(({ path }) => /(^|\.)(id|kind|version|locale|subjects)(\.|$)/.test(path))).toEqual([]);
  });
});

describe('When fields are put back into the texts', () => {
  test('then no edit gives the same document', () => {
    expect(withEdits(siteContentSeed, new Map(all.map(({ path, value }) => [path, value])))).toEqual(siteContentSeed);
  });

  test('then an edit changes its place alone, and the document still keeps to the schema', () => {
    const next = edited('landing.hero.heading', '  Plain figures ');
    expect(next.landing.hero.heading).toBe('Plain figures');
    expect({ ...next, landing: siteContentSeed.landing }).toEqual(siteContentSeed);
    expect(siteContentSeed.landing.hero.heading).toBe('Know where every rupee stands');
    expect(siteContent.safeParse(next).success).toBe(true);
  });

  test('then a list is one line each, a number a number, a switch a switch', () => {
    expect(edited('services.tabs.0.youNeed', 'One\n\n Two \n').services.tabs[0]?.youNeed).toEqual(['One', 'Two']);
    expect(edited('landing.speed.scale.0.ms', '45').landing.speed.scale[0]?.ms).toBe(45);
    expect(edited('about.tabs.3.hidden', 'false').about.tabs[3]?.hidden).toBe(false);
  });

  test('then what may be empty is null or gone', () => {
    expect(edited('claims.0.asOf', '2026-03-31').claims[0]?.asOf).toBe('2026-03-31');
    expect(edited('claims.0.asOf', '').claims[0]?.asOf).toBeNull();
    expect(edited('legal.terms.body', 'First\nSecond').legal.terms.body).toEqual(['First', 'Second']);
    const published = edited('legal.terms.body', 'First');
    expect(withEdits(published, new Map([['legal.terms.body', '']])).legal.terms).toEqual(siteContentSeed.legal.terms);
    expect('caution' in (edited('services.tabs.1.caution', ' ').services.tabs[1] ?? {})).toBe(false);
  });

  test('then a path that is no field changes nothing', () => {
    expect(edited('landing.hero.nothing', 'x')).toEqual(siteContentSeed);
    expect(edited('__proto__.polluted', 'x')).toEqual(siteContentSeed);
  });
});
