import * as auth from '@tradepost/proto/api/auth/schemas.ts';
import * as funds from '@tradepost/proto/api/funds/schemas.ts';
import * as gateway from '@tradepost/proto/api/gateway/schemas.ts';
import * as market from '@tradepost/proto/api/market/schemas.ts';
import * as positions from '@tradepost/proto/api/positions/schemas.ts';
import type { Contract } from '@tradepost/proto/api/schema.ts';
import * as siteContent from '@tradepost/proto/api/site-content/schemas.ts';
import * as users from '@tradepost/proto/api/users/schemas.ts';
import { buildRouter } from '../src/router.ts';
import { type GatewayRoute, routes } from '../src/routes.ts';

const isContract = (value: unknown): value is Contract => typeof value === 'object' && value !== null && 'call' in value && 'access' in value;
const contracts = Object.entries({ auth, users, funds, positions, market, 'site-content': siteContent, gateway }).flatMap(([to, exported]) =>
  Object.values<unknown>(exported)
    .filter(isContract)
    .map((contract) => ({ to, contract })),
);
const services = new Set(['auth', 'users', 'funds', 'positions', 'market', 'site-content', 'gateway']);

describe('When the table is compared with the contracts', () => {
  test('then each contract has its line and each line its contract, with the same rule', () => {
    const declared = contracts.map(({ to, contract }) => `${contract.call.method} ${contract.call.path} ${to} ${contract.access}${contract.fresh ? ' fresh' : ''}`);
    const lines = routes.map(({ method, path, to, access, fresh }) => `${method} ${path} ${to} ${access}${fresh ? ' fresh' : ''}`);

    expect(lines.sort()).toEqual(declared.sort());
    expect(lines.length).toBeGreaterThan(30);
  });

  test('then every write of an administrator or on money asks auth each time', () => {
    const writes = routes.filter(({ method, access, to }) => method !== 'GET' && (access === 'admin' || to === 'funds'));
    expect(writes.filter(({ fresh }) => !fresh)).toEqual([]);
  });
});

describe('When a line of the table is wrong', () => {
  const line: GatewayRoute = { method: 'GET', path: '/things/:id', to: 'funds', access: 'admin' };

  test('then the start is refused with a sentence that names it', () => {
    const { access: _access, ...open } = line;
    expect(() => buildRouter([open as GatewayRoute], services)).toThrow('The route GET /things/:id has no rule who may use it.');
    expect(() => buildRouter([{ ...line, to: 'users' }], new Set(['funds']))).toThrow('leads to users, which is not there');
    expect(() => buildRouter([line, { ...line, path: '/things/:userId' }], services)).toThrow('stands in the table twice');
    expect(() => buildRouter([{ ...line, path: '/internal/keys' }], services)).toThrow('is internal');
  });
});

describe('When a path is looked up', () => {
  const router = buildRouter(routes, services);

  test('then it fits a line whole and as written, or none', () => {
    expect(router.match('POST', '/abc/withdrawals')).toMatchObject({ route: { path: '/:userId/withdrawals' }, params: { userId: 'abc' } });
    expect(router.match('GET', '/user/a%20b')?.params).toEqual({ id: 'a b' });
    for (const path of ['', '/', '/nothing', '/Users', '/users/', '//users', '/user/', '/user/%zz', '/user/a/b', '/withdrawals/x/y/z'])
      expect([path, router.match('GET', path)]).toEqual([path, undefined]);
    expect(router.match('PUT', '/users')).toBeUndefined();
  });
});
