/** One call over HTTP: its method, its path below /api, and the types that cross the wire. All that the web needs to know of it. */
export interface Call<Path extends string = string, Query = unknown, Body = unknown, Answer = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: Path;
  /** Types only; never present at run time. */
  readonly types?: { query: Query; body: Body; answer: Answer };
}

/** `/users/:id/audit` → `{ id: string }`. */
export type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [key in Name | keyof PathParams<Rest>]: string }
  : Path extends `${string}:${infer Name}`
    ? { [key in Name]: string }
    : Record<never, string>;

export type ParamsOf<C> = C extends Call<infer Path, unknown, unknown, unknown> ? PathParams<Path> : never;
export type QueryOf<C> = C extends Call<string, infer Query, unknown, unknown> ? Query : never;
export type BodyOf<C> = C extends Call<string, unknown, infer Body, unknown> ? Body : never;
export type AnswerOf<C> = C extends Call<string, unknown, unknown, infer Answer> ? Answer : never;

/** What a list takes: `limit` 1 to 200 (default 50), `after` the opaque cursor of the page before, `q` beginnings of words, `sort` a field name with an optional minus. */
export interface ListQuery {
  limit?: number;
  after?: string;
  q?: string;
  sort?: string;
}

/** Declares a call: `call<{ body: …; answer: … }>()('POST', '/:userId/withdrawals')`. Two steps, so that the path keeps its literal type. */
export const call =
  <T extends { query?: unknown; body?: unknown; answer: unknown }>() =>
  <Path extends string>(
    method: Call['method'],
    path: Path,
  ): Call<Path, 'query' extends keyof T ? T['query'] : undefined, 'body' extends keyof T ? T['body'] : undefined, T['answer']> => ({
    method,
    path,
  });

/** Fills the parameters of a path: `('/user/:id', { id: 'a b' })` → `/user/a%20b`. Throws a TypeError when one is missing. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`The path ${path} needs ${name}.`);
    return encodeURIComponent(value);
  });
}
