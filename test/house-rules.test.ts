import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.includes('/gen/'));
const text = (file: string): string => {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch (error) {
    // Listed by git and deleted in the work tree.
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
};

const withoutComments = (source: string): string => source.replace(/^\s*(?:\/\*\*|\*|\/\/ ).*$/gm, (line) => (/TODO|FIXME|XXX|@ts-/.test(line) ? line : ''));

/** What stands today; each number may only go down. */
const ratchet = { filesOver300Lines: 0, functionsOver70Lines: 8, holesInTypes: 7 };

/** Function bodies that begin at a line start with `function` and end at a closing brace in the same column. */
function longFunctions(source: string): string[] {
  const lines = source.split('\n');
  return lines.flatMap((line, start) => {
    const opening = /^(\s*)(?:export )?(?:default )?(?:async )?function\*? (\w+)/.exec(line);
    if (!opening) return [];
    const end = lines.findIndex((other, index) => index > start && other.startsWith(`${opening[1]}}`));
    return end - start + 1 > 70 ? [opening[2] ?? ''] : [];
  });
}

describe('When the house is looked over', () => {
  test('then file names are kebab-case', () => {
    expect(tracked.filter((file) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.(test|config|d))?\.(ts|tsx|mjs)$/.test(basename(file)))).toEqual([]);
  });

  test('then files have at most 300 lines', () => {
    const long = tracked.filter((file) => text(file).split('\n').length > 301);
    expect({ files: long.length <= ratchet.filesOver300Lines ? [] : long }).toEqual({ files: [] });
  });

  test('then functions have at most 70 lines', () => {
    const long = tracked.filter((file) => !/\.test\.|-suite\.ts$/.test(file)).flatMap((file) => longFunctions(text(file)).map((name) => `${file}: ${name}`));
    expect({ functions: long.length <= ratchet.functionsOver70Lines ? [] : long }).toEqual({ functions: [] });
  });

  test('then types have no holes and nothing is left for later', () => {
    const holes = tracked
      .filter((file) => !file.startsWith('test/house-rules'))
      .flatMap((file) =>
        (withoutComments(text(file)).match(/: any\b|as any\b|as unknown as|@ts-ignore|@ts-expect-error|\b(?:TODO|FIXME|XXX)\b/g) ?? []).map((hole) => `${file}: ${hole}`),
      );
    expect({ holes: holes.length <= ratchet.holesInTypes ? [] : holes }).toEqual({ holes: [] });
  });

  test('then no test is left out in silence', () => {
    expect(tracked.filter((file) => !file.startsWith('test/house-rules') && /\b(?:it|test|describe)\.(?:only|todo)\b/.test(text(file)))).toEqual([]);
  });
});

describe('When an import goes the wrong way', () => {
  const planted: readonly [string, string, string][] = [
    ['a service imports another service', 'services/funds/src/planted-import.ts', "import { createUsers } from '@tradepost/users/app.ts';\nexport const planted = createUsers;\n"],
    ['a service imports a driver', 'services/users/src/planted-import.ts', "import { DatabaseSync } from 'node:sqlite';\nexport const planted = DatabaseSync;\n"],
    ['the platform imports a service', 'platform/src/planted-import.ts', "import { createFunds } from '@tradepost/funds/app.ts';\nexport const planted = createFunds;\n"],
    ['the web imports the platform', 'web/src/planted-import.ts', "import { Refused } from '@tradepost/platform/errors.ts';\nexport const planted = Refused;\n"],
  ];

  // Judged outside the work tree, so that a run cut short leaves nothing behind.
  const folder = mkdtempSync(join(tmpdir(), 'tradepost-imports-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(planted)('then the lint fails: %s', (_name, file, source) => {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    const rules: { vcs?: unknown; files?: unknown } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...rules, vcs: undefined, files: undefined }));
    writeFileSync(join(folder, file), source);
    const lint = spawnSync(process.execPath, [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'lint', `--config-path=${folder}`, file], { cwd: folder, encoding: 'utf8' });
    expect(lint.stdout + lint.stderr).toContain('noRestrictedImports');
    expect(lint.status).toBe(1);
  });
});
