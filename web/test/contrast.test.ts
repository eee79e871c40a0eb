import { readFileSync } from 'node:fs';
import { palette } from '../src/ui/palette.ts';

// Works out the WCAG contrast of every pair of colours that meet on a screen, and holds antd's colours equal to ours.
const css = readFileSync(new URL('../src/ui/tokens.css', import.meta.url), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');

function block(start: string): Record<string, string> {
  const open = css.indexOf('{', css.indexOf(start));
  return Object.fromEntries([...css.slice(open, css.indexOf('}', open)).matchAll(/--tp-([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]));
}

const light = block(':root {');
const darkBySystem = block(':root:not([data-theme="light"])');
const darkByChoice = block(':root[data-theme="dark"]');
const schemes: Record<string, Record<string, string>> = { light, dark: { ...light, ...darkByChoice } };

/** Relative luminance of a hex colour (WCAG 2.1, definition of relative luminance). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

const texts = [
  ['text', 'page surface hover warn-soft info-soft down-soft up-soft'],
  ['muted', 'page surface well hover'],
  ['faint', 'surface well'],
  ['on-brand', 'brand brand-hover'],
  ['brand', 'brand-soft page'],
  ['link', 'surface page hover'],
  ['on-marigold', 'marigold'],
  ['on-ink', 'ink'],
  ['on-ink-muted', 'ink'],
  ['marigold', 'ink'],
  ['up', 'surface page well hover up-soft'],
  ['down', 'surface page well hover down-soft'],
  ['warn', 'surface warn-soft'],
  ['info', 'surface info-soft'],
  ['neutral', 'neutral-soft'],
  ['on-danger', 'danger danger-hover'],
] as const;
const edges = [
  ['border-strong', 'surface page'],
  ['focus', 'surface page'],
  ['brand', 'surface'],
  ['live-dot', 'brand'],
] as const;

const pairs = [...texts.map((pair) => [...pair, 4.5] as const), ...edges.map((pair) => [...pair, 3] as const)].flatMap(([front, backs, bar]) =>
  backs.split(' ').map((back) => ({ front, back, bar })),
);

describe.each(['light', 'dark'] as const)('colours of the %s scheme', (scheme) => {
  const colours = schemes[scheme] ?? {};

  test.each(pairs)('$front on $back reaches $bar', ({ front, back, bar }) => {
    expect(contrast(colours[front] ?? '', colours[back] ?? '')).toBeGreaterThanOrEqual(bar);
  });

  test('antd gets exactly the values of tokens.css', () => {
    const names: Record<string, string> = { pop: 'shadow-pop', dialog: 'shadow-dialog' };
    for (const [name, value] of Object.entries(palette[scheme])) {
      const token = names[name] ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      expect({ [token]: value }).toEqual({ [token]: colours[token] });
    }
  });
});

test('the two dark blocks are equal, the one by choice and the one by the system', () => {
  expect(darkBySystem).toEqual(darkByChoice);
});
