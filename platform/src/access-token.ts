import { createHash, createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { Refused } from './errors.ts';
import { timeOrderedId } from './ids.ts';
import type { Clock } from './ports.ts';

const issuer = 'tradepost';
const audience = 'tradepost-api';
export const accessTokenLifeMs = 10 * 60_000;
const rememberedTokens = 20_000;

/** Who makes a call, as the verified token says. */
export interface Identity {
  readonly id: string;
  readonly role: string;
  readonly sessionId: string;
  /** Such a token may only change the password and sign out. */
  readonly mustChangePassword: boolean;
  readonly expiresAtMs: number;
}

export interface PublicKey {
  readonly kid: string;
  readonly jwk: JsonWebKey;
}

const keyId = (key: KeyObject): string =>
  createHash('sha256')
    .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
    .digest('base64url')
    .slice(0, 16);

/** Signs access tokens (ES256, 10 minutes). Only auth has one. `privateKeyPem` is a P-256 private key in PEM. */
export function accessTokenSigner(privateKeyPem: string, clock: Clock) {
  const key = createPrivateKey(privateKeyPem);
  const kid = keyId(key);
  return {
    publicKey: (): PublicKey => ({ kid, jwk: createPublicKey(key).export({ format: 'jwk' }) }),
    /** Gives the token and when it ends, in milliseconds since 1970: after 10 minutes, or at `notAfterMs` when the session ends before. */
    sign(identity: { id: string; role: string; sessionId: string; mustChangePassword: boolean; notAfterMs?: number }): { token: string; expiresAtMs: number } {
      const iat = Math.floor(clock.now() / 1000);
      const exp = Math.min(iat + accessTokenLifeMs / 1000, Math.ceil((identity.notAfterMs ?? Number.POSITIVE_INFINITY) / 1000));
      const claims = {
        iss: issuer,
        aud: audience,
        sub: identity.id,
        role: identity.role,
        sid: identity.sessionId,
        jti: timeOrderedId(clock.now()),
        iat,
        exp,
        ...(identity.mustChangePassword ? { pwd: true } : {}),
      };
      return { token: jwt.sign(claims, key, { algorithm: 'ES256', keyid: kid }), expiresAtMs: exp * 1000 };
    },
  };
}

export interface TokenVerifier {
  /** Throws Refused `unauthenticated` for anything that auth did not sign, that is over or that is revoked. */
  verify(token: string): Promise<Identity>;
  /** Ends all tokens of a session here, at once. */
  revoke(sessionId: string): void;
}

/**
 * Verifies access tokens with auth's public keys and remembers each verified one until it ends or its session is revoked.
 * Algorithm, issuer and audience are fixed; the key is found by `kid` in the given keys alone, never in the token.
 */
export function tokenVerifier(loadKeys: () => Promise<readonly PublicKey[]>, clock: Clock): TokenVerifier {
  const keys = new Map<string, KeyObject>();
  const remembered = new Map<string, Identity>();
  const revoked = new Map<string, number>();
  let lastLoadMs = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | undefined;

  async function load(): Promise<void> {
    for (const { kid, jwk } of await loadKeys()) keys.set(kid, createPublicKey({ key: jwk, format: 'jwk' }));
    // A key nobody has is not asked for again at once; a load that failed is.
    lastLoadMs = clock.now();
  }

  async function keyFor(kid: string): Promise<KeyObject> {
    if (!keys.has(kid) && Math.abs(clock.now() - lastLoadMs) > 5_000) {
      // Calls that come together wait for the same load.
      loading ??= load().finally(() => {
        loading = undefined;
      });
      await loading;
    }
    const key = keys.get(kid);
    if (!key) throw new Refused('unauthenticated');
    return key;
  }

  async function verifySignature(token: string): Promise<Identity> {
    const header = token.length < 2_000 ? jwt.decode(token, { complete: true })?.header : undefined;
    const signature = token.split('.')[2] ?? '';
    // The last character of 64 bytes has spare bits: only one of its spellings is the token that was given out.
    if (Buffer.from(signature, 'base64url').toString('base64url') !== signature) throw new Refused('unauthenticated');
    if (typeof header?.kid !== 'string' || header.alg !== 'ES256') throw new Refused('unauthenticated');
    const key = await keyFor(header.kid);
    try {
      const claims = jwt.verify(token, key, { algorithms: ['ES256'], issuer, audience, clockTimestamp: Math.floor(clock.now() / 1000) });
      if (typeof claims === 'string' || typeof claims.sub !== 'string' || typeof claims.role !== 'string' || typeof claims.sid !== 'string' || claims.exp === undefined)
        throw new Refused('unauthenticated');
      return { id: claims.sub, role: claims.role, sessionId: claims.sid, mustChangePassword: claims.pwd === true, expiresAtMs: claims.exp * 1000 };
    } catch (cause) {
      throw new Refused('unauthenticated', { cause });
    }
  }

  return {
    async verify(token) {
      let identity = remembered.get(token);
      if (!identity) {
        identity = await verifySignature(token);
        if (remembered.size >= rememberedTokens) for (const oldest of remembered.keys()) if (remembered.delete(oldest)) break;
        remembered.set(token, identity);
      }
      if (identity.expiresAtMs <= clock.now()) {
        remembered.delete(token);
        throw new Refused('unauthenticated');
      }
      if (revoked.has(identity.sessionId)) throw new Refused('session-ended');
      return identity;
    },
    revoke(sessionId) {
      const now = clock.now();
      for (const [id, untilMs] of revoked) {
        if (untilMs > now) break;
        revoked.delete(id);
      }
      revoked.set(sessionId, now + accessTokenLifeMs + 60_000);
    },
  };
}
