import { removeTemporaryFolders } from '@tradepost/platform/testing/temporary-folder.ts';
import { type SiteContent, siteContent } from '@tradepost/proto/api/site-content/content.ts';
import { siteContentSeed } from '@tradepost/proto/api/site-content/seed.ts';
import { siteWorld, until, type World } from './support/world.ts';

let world: World;
beforeEach(async () => {
  world = await siteWorld();
});
afterEach(() => world.stop());
afterAll(() => removeTemporaryFolders());

const path = '/site-content/en';
const read = async (): Promise<{ content: SiteContent; tag: string }> => {
  const answer = await world.visitor('GET', path);
  return { content: answer.body, tag: answer.headers.get('etag') ?? '' };
};
const withHeading = (content: SiteContent, heading: string): SiteContent => ({ ...content, landing: { ...content.landing, hero: { ...content.landing.hero, heading } } });
const save = (body: unknown, ifMatch: string | undefined, key?: string) =>
  world.admin('PUT', path, { body, ...(key === undefined ? {} : { key }), headers: ifMatch === undefined ? {} : { 'if-match': ifMatch } });

describe('When the texts are read', () => {
  test('then anybody gets those of the build as version 1, which keep to their own schema', async () => {
    const answer = await world.visitor('GET', path);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(siteContentSeed);
    expect(siteContent.safeParse(siteContentSeed).error).toBeUndefined();
    expect(answer.headers.get('cache-control')).toBe('public, no-cache');
    expect((await world.visitor('GET', '/site-content/hi')).status).toBe(404);
    expect((await world.visitor('GET', '/site-content/default')).status).toBe(404);
  });

  test('then whoever has them already is answered 304 without a body', async () => {
    const { tag } = await read();
    for (const held of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const answer = await world.visitor('GET', path, { headers: { 'if-none-match': held } });
      expect([held, answer.status, answer.bytes.length, answer.headers.get('etag')]).toEqual([held, 304, 0, tag]);
    }
    expect((await world.visitor('GET', path, { headers: { 'if-none-match': '"1-000000000000"' } })).status).toBe(200);
  });
});

describe('When an administrator edits the texts', () => {
  test('then the answer, the next read, the tag, the event and the history tell it', async () => {
    const { content, tag } = await read();
    const answer = await save(withHeading(content, 'Every rupee <b>counts</b>'), tag);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ version: 2, landing: { hero: { heading: 'Every rupee <b>counts</b>' } } });
    const next = await read();
    expect(next.content).toEqual(answer.body);
    expect([next.tag, answer.headers.get('etag')]).toEqual([expect.stringMatching(/^"2-[0-9a-f]{12}"$/), next.tag]);
    expect(await world.events()).toMatchObject([{ name: 'SiteContentUpdated', subject: 'en', message: { record: 'en', version: 2n, by: 'mira', fields: ['landing'] } }]);
    expect((await world.admin('GET', `${path}/history`)).body).toMatchObject([
      {
        version: 2,
        by: { _id: 'mira', role: '1', name: 'Mira Shah' },
        fields: ['landing'],
        changes: [{ field: 'landing.hero.heading', before: 'Know where every rupee stands', after: 'Every rupee <b>counts</b>' }],
      },
    ]);
  });

  test('then a claim gets its date and source, and a gone line is told as gone', async () => {
    const { content } = await read();
    const [first, ...rest] = content.claims;
    const edited = { ...content, claims: [{ ...first, asOf: '2026-03-31', source: 'Our own measurement' }, ...rest.slice(0, -1)] };
    expect((await save(edited, '"1"')).status).toBe(200);
    await until(async () => (await world.admin('GET', `${path}/history`)).body.length === 1);
    const [{ changes }] = (await world.admin('GET', `${path}/history`)).body;
    expect(changes).toEqual(
      expect.arrayContaining([
        { field: 'claims.0.asOf', before: null, after: '2026-03-31' },
        { field: 'claims.5.value', before: '2015', after: null },
      ]),
    );
  });

  test('then If-Match is required, readable and of the body’s version', async () => {
    const { content } = await read();
    for (const ifMatch of [undefined, '', '*', 'abc', '"1", "2"', '-1', '1.5'])
      expect([ifMatch, (await save(content, ifMatch)).body.errors?.[0]?.field]).toEqual([ifMatch, 'If-Match']);
    expect((await save(content, '"7"')).body.errors?.[0]?.field).toBe('version');
    const ahead = await save({ ...content, version: 7 }, '"7"');
    expect([ahead.status, ahead.body.code]).toEqual([409, 'version-conflict']);
  });

  test('then of many edits of one version exactly one comes first and the others are 409', async () => {
    const { content } = await read();
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => save(withHeading(content, `Heading ${index}`), '"1"')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 11 }, () => 409)]);
    const won = answers.find(({ status }) => status === 200);
    expect((await read()).content).toEqual(won?.body);
    await until(async () => (await world.admin('GET', `${path}/history`)).body.length > 0);
    expect((await world.admin('GET', `${path}/history`)).body).toHaveLength(1);
  });

  test('then the same key answers the same once more, even after later edits', async () => {
    const { content } = await read();
    const first = await save(withHeading(content, 'One'), '"1"', 'k1');
    expect((await save(withHeading(first.body, 'Two'), '"2"')).status).toBe(200);
    const again = await save(withHeading(content, 'One'), '"1"', 'k1');
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await save(withHeading(content, 'Else'), '"1"', 'k1')).body.code).toBe('key-reused');
    expect((await read()).content).toMatchObject({ version: 3, landing: { hero: { heading: 'Two' } } });
  });

  test('then the terms of a real company fit, longer than other bodies may be', async () => {
    const { content } = await read();
    const terms = { ...content.legal.terms, updated: '2026-04-01', body: Array.from({ length: 80 }, () => 'y'.repeat(1_900)) };
    expect((await save({ ...content, legal: { ...content.legal, terms } }, '"1"')).status).toBe(200);
    expect((await read()).content.legal.terms).toEqual(terms);
  });

  test('then unknown keys, wrong types, long texts and foreign links are refused', async () => {
    const { content } = await read();
    const [column] = content.footer.columns;
    const refusals: [unknown, number][] = [
      [{ ...content, extra: 1 }, 400],
      [{ ...content, landing: { ...content.landing, hero: { ...content.landing.hero, html: '<b>' } } }, 400],
      [{ ...content, claims: 'many' }, 400],
      [{ ...content, version: '1' }, 400],
      [withHeading(content, 'x'.repeat(121)), 422],
      [withHeading(content, '  '), 422],
      [withHeading(content, 'a\u0000b'), 422],
      [{ ...content, footer: { ...content.footer, columns: [{ ...column, links: [['Click', 'javascript:alert(1)']] }] } }, 422],
      [{ ...content, footer: { ...content.footer, columns: [{ ...column, links: [['Click', '//evil.example']] }] } }, 422],
      [{ ...content, claims: Array.from({ length: 13 }, () => content.claims[0]) }, 422],
      [{ ...content, locale: 'hi' }, 422],
      [[], 400],
      [{}, 422],
    ];
    for (const [body, status] of refusals) {
      const answer = await save(body, '"1"');
      expect([JSON.stringify(body).slice(-60), answer.status]).toEqual([JSON.stringify(body).slice(-60), status]);
    }
    expect((await save({ ...content, extra: 'y'.repeat(256 * 1024) }, '"1"')).status).toBe(413);
    expect((await read()).content.version).toBe(1);
  });

  test('then clients and visitors may neither edit nor see who did', async () => {
    const { content } = await read();
    for (const [caller, status] of [[world.client, 403] as const, [world.visitor, 401] as const]) {
      expect((await caller('PUT', path, { body: content, headers: { 'if-match': '"1"' } })).status).toBe(status);
      expect((await caller('GET', `${path}/history`)).status).toBe(status);
    }
  });
});

describe('When the history is read', () => {
  test('then it is paged, newest first, and readable while users is away', async () => {
    let { content } = await read();
    for (const heading of ['One', 'Two', 'Three']) content = (await save(withHeading(content, heading), String(content.version))).body;
    await until(async () => (await world.admin('GET', `${path}/history`)).body.length === 3);
    world.state.usersAway = true;
    const page = await world.admin('GET', `${path}/history?limit=2`);
    expect(page.body.map(({ version }: { version: number }) => version)).toEqual([4, 3]);
    expect(page.body[0].by).toEqual({ _id: 'mira', role: '1', name: null });
    expect(page.headers.get('x-total-count')).toBe('3');
    const next = /<\/api(.*?)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    expect((await world.admin('GET', next)).body).toMatchObject([{ version: 2 }]);
    expect((await world.admin('GET', `${path}/history?after=x`)).status).toBe(422);
    expect((await world.admin('GET', '/site-content/hi/history')).status).toBe(404);
  });
});
