// The key that makes trying again safe: made when a review opens, kept until an answer is certain, also over a reload of the page.

const name = (scope: string, fingerprint: string): string => `tp-key:${scope}:${fingerprint}`;

/** crypto.randomUUID exists on https and on this machine alone; random bytes exist everywhere. */
function freshKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The key for one deed (`scope`) with these very values (`fingerprint`): the one still waiting for its answer, or a new one. */
export function openKey(scope: string, fingerprint: string): string {
  const kept = sessionStorage.getItem(name(scope, fingerprint));
  if (kept) return kept;
  const key = freshKey();
  sessionStorage.setItem(name(scope, fingerprint), key);
  return key;
}

/** Forgets the key once the answer is certain, or when the review is given up before anything was sent. */
export function closeKey(scope: string, fingerprint: string): void {
  sessionStorage.removeItem(name(scope, fingerprint));
}
