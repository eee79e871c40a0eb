// Every call that the scripts make. `kind` chooses the bound of its latency: what people read, what moves money, and what is done once for each person.
export const routes = {
  nifty: { method: 'GET', path: '/api/nifty', kind: 'read' },
  banknifty: { method: 'GET', path: '/api/banknifty', kind: 'read' },
  sensex: { method: 'GET', path: '/api/sensex', kind: 'read' },
  snapshots: { method: 'GET', path: '/api/market/snapshots', kind: 'read' },

  person: { method: 'GET', path: '/api/user/:id', kind: 'read' },
  activePositions: { method: 'GET', path: '/api/userActivenetPosition/:id', kind: 'read' },
  positions: { method: 'GET', path: '/api/positions/:id', kind: 'read' },
  deposits: { method: 'GET', path: '/api/:id/deposits', kind: 'read' },
  withdrawals: { method: 'GET', path: '/api/:id/withdrawals', kind: 'read' },
  ledger: { method: 'GET', path: '/api/:id/ledger', kind: 'read' },
  users: { method: 'GET', path: '/api/users', kind: 'read' },
  queue: { method: 'GET', path: '/api/withdrawals', kind: 'read' },

  requestWithdrawal: { method: 'POST', path: '/api/:id/withdrawals', kind: 'money' },
  cancelWithdrawal: { method: 'DELETE', path: '/api/:id/withdrawals/:withdrawalId', kind: 'money' },
  decideWithdrawal: { method: 'PATCH', path: '/api/:id/withdrawals/:withdrawalId', kind: 'money' },
  addFunds: { method: 'PUT', path: '/api/users/:id/totalfund', kind: 'money' },
  reduceFunds: { method: 'PATCH', path: '/api/:id/reduce-fund', kind: 'money' },

  register: { method: 'POST', path: '/api/register', kind: 'once' },
  signIn: { method: 'POST', path: '/api/login', kind: 'once' },
  refresh: { method: 'POST', path: '/api/token/refresh', kind: 'once' },
  approve: { method: 'PATCH', path: '/api/users/:id/approve', kind: 'once' },
  saveBank: { method: 'PUT', path: '/api/updatebankdetails/:id', kind: 'once' },
  addPosition: { method: 'POST', path: '/api/addnetPosition/:id', kind: 'once' },
};

/** The name under which a route is measured: `GET /api/user/:id`. */
export const nameOf = ({ method, path }) => `${method} ${path}`;
