/** One place in a document whose text is another one now. Null: nothing stood there, or nothing stands there any more. */
export interface Difference {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Every text, number and switch of a document by its path, `landing.hero.heading` or `claims.0.value`. */
function leaves(value: unknown, path: string, found: Map<string, string>): Map<string, string> {
  if (value === null || value === undefined) return found;
  if (typeof value === 'object') for (const [name, inner] of Object.entries(value)) leaves(inner, path === '' ? name : `${path}.${name}`, found);
  else found.set(path, String(value));
  return found;
}

/** Tells place by place what changed between two documents, in the order of the new one; what is gone comes last. */
export function differences(before: unknown, after: unknown): Difference[] {
  const [old, fresh] = [leaves(before, '', new Map()), leaves(after, '', new Map())];
  return [...new Set([...fresh.keys(), ...old.keys()])]
    .map((field) => ({ field, before: old.get(field) ?? null, after: fresh.get(field) ?? null }))
    .filter((one) => one.before !== one.after);
}
