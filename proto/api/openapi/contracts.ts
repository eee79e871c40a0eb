// Every contract of the public API, by the service that answers it. Server side only.
import * as auth from '../auth/schemas.ts';
import * as funds from '../funds/schemas.ts';
import * as gateway from '../gateway/schemas.ts';
import * as market from '../market/schemas.ts';
import * as positions from '../positions/schemas.ts';
import type { Contract } from '../schema.ts';
import * as siteContent from '../site-content/schemas.ts';
import * as users from '../users/schemas.ts';

/** What each service exports: contracts, and the schemas they are made of. */
export const modules: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { auth, users, funds, positions, market, 'site-content': siteContent, gateway };

const isContract = (value: unknown): value is Contract => typeof value === 'object' && value !== null && 'call' in value && 'access' in value;

/** A contract with its name and its service. */
export interface NamedContract {
  readonly service: string;
  readonly name: string;
  readonly contract: Contract;
}

/** All contracts of the public API, in the order of the services and of their schemas. */
export const publicContracts: readonly NamedContract[] = Object.entries(modules).flatMap(([service, exported]) =>
  Object.entries(exported).flatMap(([name, value]) => (isContract(value) ? [{ service, name, contract: value }] : [])),
);
