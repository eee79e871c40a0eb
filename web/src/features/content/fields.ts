import type { SiteContent } from '@tradepost/proto/api/site-content/paths.ts';

/** How a place of the texts is edited. `list`: one line each; `day`: may be empty; `optional`: left out while it is empty. */
export type FieldKind = 'line' | 'text' | 'list' | 'number' | 'switch' | 'day' | 'optional-line' | 'optional-list';

/** One place of the texts that the operator edits, by its path: `landing.hero.heading`. Everything is edited as text. */
export interface TextField {
  readonly path: string;
  readonly label: string;
  /** The heading it stands under. */
  readonly group: string;
  readonly kind: FieldKind;
  readonly value: string;
}

/** The pages in the order of the site, with the parts of the document each shows. */
export const contentPages = [
  { id: 'landing', word: 'Home', parts: ['landing'] },
  { id: 'claims', word: 'Claims', parts: ['claims'] },
  { id: 'about', word: 'About', parts: ['about'] },
  { id: 'services', word: 'Services', parts: ['services'] },
  { id: 'contact', word: 'Contact', parts: ['contactPage'] },
  { id: 'help', word: 'Help', parts: ['help'] },
  { id: 'legal', word: 'Legal', parts: ['legal'] },
  { id: 'frame', word: 'Header and footer', parts: ['brand', 'header', 'footer', 'demo'] },
] as const;
export type ContentPage = (typeof contentPages)[number]['id'];

/** What the programme relies on; the operator does not edit it. */
const fixedNames = new Set(['id', 'kind', 'version', 'locale', 'subjects']);
const longFrom = 80;

/** Places that may be empty and then are left out, with how they are edited. `legal.terms.body` is what the company publishes before its first client. */
const optionalPlaces: readonly [pattern: RegExp, kind: FieldKind][] = [
  [/^legal\.(terms|privacy|complaints)\.body$/, 'optional-list'],
  [/^legal\.(terms|privacy|complaints)\.updated$/, 'day'],
  [/^services\.tabs\.\d+\.caution$/, 'optional-line'],
];
const nullablePlaces: readonly [pattern: RegExp, kind: FieldKind][] = [
  [/^claims\.\d+\.asOf$/, 'day'],
  [/^claims\.\d+\.source$/, 'line'],
  [/^legal\.risk\.updated$/, 'day'],
];

const matching = (places: readonly [RegExp, FieldKind][], path: string): FieldKind | undefined => places.find(([pattern]) => pattern.test(path))?.[1];

/** `underButtons` → `Under buttons`; a number counts from 1. */
function wordOf(name: string): string {
  if (/^\d+$/.test(name)) return String(Number(name) + 1);
  const spaced = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function kindOf(path: string, value: unknown): FieldKind | undefined {
  const special = matching(optionalPlaces, path) ?? matching(nullablePlaces, path);
  if (special) return special;
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'switch';
  if (typeof value === 'string') return value.length > longFrom ? 'text' : 'line';
  // Two texts in one row are a pair, such as a link and its address: each stands alone.
  return Array.isArray(value) && value.every((one) => typeof one === 'string') && !/\.(links|rows)\.\d+$/.test(path) ? 'list' : undefined;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.join('\n') : String(value);
}

const pairWords: Readonly<Record<string, string>> = { 'links.0': 'Word', 'links.1': 'Address', 'rows.0': 'Label', 'rows.1': 'Meaning' };

function labelOf(path: string): string {
  const names = path.split('.');
  const pair = pairWords[`${names.at(-3)}.${names.at(-1)}`];
  return pair ?? wordOf(names.at(-1) ?? '');
}

/** A heading from the path between page and field, with the title of the thing where it has one: `Tabs 2 · Our Story`. */
function groupOf(path: string, holder: unknown): string {
  const names = path.split('.').slice(0, -1);
  const words: string[] = [];
  for (const name of names) {
    if (/^\d+$/.test(name)) words.push(`${words.pop() ?? ''} ${wordOf(name)}`.trim());
    else words.push(wordOf(name));
  }
  const title = typeof holder === 'object' && holder !== null && !Array.isArray(holder) ? ['label', 'title', 'heading', 'value'].map((name) => Reflect.get(holder, name)) : [];
  const called = title.find((one) => typeof one === 'string');
  const isOneOfMany = names.some((name) => /^\d+$/.test(name));
  return isOneOfMany && called ? `${words.slice(1).join(', ') || words.join(', ')}: ${called}` : words.slice(1).join(', ') || (words[0] ?? '');
}

function optionalNames(path: string, value: object): string[] {
  return ['body', 'updated', 'caution'].filter((name) => !(name in value) && matching(optionalPlaces, `${path}.${name}`));
}

function fieldsBelow(value: unknown, path: string, holder: unknown): TextField[] {
  const kind = kindOf(path, value);
  if (kind) return [{ path, label: labelOf(path), group: groupOf(path, holder), kind, value: textOf(value) }];
  if (typeof value !== 'object' || value === null) return [];
  const names = [...Object.keys(value).filter((name) => !fixedNames.has(name)), ...optionalNames(path, value)];
  return names.flatMap((name) => fieldsBelow(Reflect.get(value, name), `${path}.${name}`, value));
}

/** Every place of a page that is edited, in the order of the document. */
export function fieldsOf(content: SiteContent, page: ContentPage): TextField[] {
  const parts: readonly (keyof SiteContent)[] = contentPages.find(({ id }) => id === page)?.parts ?? [];
  return parts.flatMap((part) => fieldsBelow(content[part], part, content));
}

function readText(kind: FieldKind, text: string): unknown {
  const trimmed = text.trim();
  if (kind === 'number') return Number(trimmed);
  if (kind === 'switch') return text === 'true';
  if (kind === 'list' || kind === 'optional-list') {
    const lines = text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    return kind === 'optional-list' && lines.length === 0 ? undefined : lines;
  }
  return trimmed;
}

/** The texts with the edits in place. `edits` are texts by path; a place that may be empty becomes null or goes. */
export function withEdits(content: SiteContent, edits: ReadonlyMap<string, string>): SiteContent {
  const next = structuredClone(content);
  const fields = new Map(contentPages.flatMap(({ id }) => fieldsOf(content, id)).map((field) => [field.path, field]));
  for (const [path, text] of edits) {
    const field = fields.get(path);
    if (!field) continue;
    const names = path.split('.');
    const holder = names.slice(0, -1).reduce<unknown>((inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined), next);
    if (typeof holder !== 'object' || holder === null) continue;
    const name = names.at(-1) ?? '';
    const value = readText(field.kind, text);
    const isEmpty = value === '' || value === undefined;
    if (isEmpty && matching(nullablePlaces, path)) Reflect.set(holder, name, null);
    else if (isEmpty && matching(optionalPlaces, path)) Reflect.deleteProperty(holder, name);
    else Reflect.set(holder, name, value);
  }
  return next;
}
