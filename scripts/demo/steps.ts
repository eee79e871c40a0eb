import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UploadedFile } from '@tradepost/platform/body.ts';
import * as funds from '@tradepost/proto/api/funds/schemas.ts';
import { paise } from '@tradepost/proto/api/money.ts';
import * as users from '@tradepost/proto/api/users/schemas.ts';
import { positionSteps } from './position-steps.ts';
import { siteSteps } from './site-steps.ts';
import { admin, as, owner, perform, type Step } from './stage.ts';

const image = (field: string, file: string): UploadedFile => ({ field, bytes: readFileSync(join(import.meta.dirname, 'images', file)) });
const documents = { image: image('image', 'portrait.png'), panimg: image('panimg', 'pan-card.png'), aadharimg: image('aadharimg', 'aadhar-card.png') };

interface Person {
  name: string;
  email: string;
  phone: string;
  dob: string;
  gender: 'male' | 'female';
  pancard: string;
  aadharcard: string;
  address: string;
}

const registered = (daysAgo: number, at: string, number: number, name: string, person: Person): Step => ({
  number,
  daysAgo,
  at,
  async run({ services }, key) {
    // Nobody knows this password: the demonstration is entered through its own door.
    const password = `${crypto.randomUUID()}${crypto.randomUUID()}`;
    const { user } = await perform(services.users, users.register, { body: { ...person, password } as never, files: documents, idempotencyKey: key });
    // The one who is disabled in the story is protected when that is told.
    await services.users.markSample(user._id, { protectedAccount: name !== 'disabled' });
    return { [name]: user._id };
  },
});

const statusSet = (daysAgo: number, at: string, number: number, name: string, status: boolean): Step => ({
  number,
  daysAgo,
  at,
  async run(stage, key) {
    const id = stage.made[name] ?? '';
    await perform(stage.services.users, users.setStatus, { params: { id }, body: { status } as never, actor: admin(stage), idempotencyKey: key });
    if (!status) await stage.services.users.markSample(id, { protectedAccount: true });
    return {};
  },
});

const added = (daysAgo: number, at: string, number: number, name: string, rupees: number, note: string): Step => ({
  number,
  daysAgo,
  at,
  async run(stage, key) {
    await perform(stage.services.funds, funds.addFunds, {
      params: { id: stage.made[name] ?? '' },
      body: { amount: paise(rupees * 100), note } as never,
      actor: admin(stage),
      idempotencyKey: key,
    });
    return {};
  },
});

const requested = (daysAgo: number, at: string, number: number, withdrawal: string, rupees: number): Step => ({
  number,
  daysAgo,
  at,
  async run(stage, key) {
    const answer = await perform(stage.services.funds, funds.requestWithdrawal, {
      params: { userId: stage.made.client ?? '' },
      body: { amount: paise(rupees * 100) } as never,
      actor: as(stage.made.client, '2'),
      idempotencyKey: key,
    });
    return { [withdrawal]: answer.withdrawal._id };
  },
});

const decided = (daysAgo: number, at: string, number: number, withdrawal: string, action: 'approve' | 'reject', reason?: string): Step => ({
  number,
  daysAgo,
  at,
  async run(stage, key) {
    await perform(stage.services.funds, funds.decideWithdrawal, {
      params: { id: stage.made.client ?? '', withdrawalId: stage.made[withdrawal] ?? '' },
      body: { action, ...(reason === undefined ? {} : { reason }) } as never,
      actor: admin(stage),
      idempotencyKey: key,
    });
    return {};
  },
});

const madeAdministrator: Step = {
  number: 1,
  daysAgo: 95,
  at: '09:30',
  async run({ services }, key) {
    const { user } = await perform(services.users, users.createUser, {
      body: { name: 'Demo Administrator', email: 'demo.administrator@example.com', phone: '9810000001', dob: '1985-04-11', gender: 'female', role: '1' } as never,
      actor: owner,
      idempotencyKey: key,
    });
    await services.users.markSample(user._id, { protectedAccount: true });
    return { admin: user._id };
  },
};

const savedBankDetails: Step = {
  number: 4,
  daysAgo: 44,
  at: '11:05',
  async run(stage, key) {
    await perform(stage.services.users, users.saveBankDetails, {
      params: { userId: stage.made.client ?? '' },
      body: { bankName: 'Sample Bank', accountNumber: '501000004821', ifsc: 'SMPL0001234' } as never,
      actor: as(stage.made.client, '2'),
      idempotencyKey: key,
    });
    return {};
  },
};

const asha: Person = {
  name: 'Asha Verma',
  email: 'asha.verma@example.com',
  phone: '9876500001',
  dob: '1991-08-23',
  gender: 'female',
  pancard: 'ASHPV1234K',
  aadharcard: '999941057058',
  address: '14 Lake View Road, Pune 411001',
};
const rohan: Person = {
  name: 'Rohan Mehta',
  email: 'rohan.mehta@example.com',
  phone: '9876500002',
  dob: '1997-02-14',
  gender: 'male',
  pancard: 'RHNPM5678Q',
  aadharcard: '999971658847',
  address: '7 Station Street, Nagpur 440001',
};
const kavita: Person = {
  name: 'Kavita Nair',
  email: 'kavita.nair@example.com',
  phone: '9876500003',
  dob: '1988-11-30',
  gender: 'female',
  pancard: 'KVTPN9012R',
  aadharcard: '999933119405',
  address: '22 Beach Road, Kochi 682001',
};

/** The story of the demonstration. Numbers are never used again for something else; later versions add theirs at the end. */
export const steps: readonly Step[] = [
  madeAdministrator,
  registered(45, '10:12', 2, 'client', asha),
  statusSet(45, '15:40', 3, 'client', true),
  savedBankDetails,
  added(40, '12:20', 5, 'client', 50_000, 'Bank transfer, UTR SAMPLE40117'),
  added(33, '10:48', 6, 'client', 150_000, 'Bank transfer, UTR SAMPLE33902'),
  requested(25, '09:51', 7, 'approved-withdrawal', 20_000),
  decided(24, '10:22', 8, 'approved-withdrawal', 'approve'),
  added(21, '16:05', 9, 'client', 75_000, 'UPI, UTR SAMPLE21544'),
  requested(14, '09:51', 10, 'rejected-withdrawal', 40_000),
  decided(14, '16:02', 11, 'rejected-withdrawal', 'reject', 'The name on the bank account did not match.'),
  added(6, '10:14', 12, 'client', 50_000, 'UPI, UTR SAMPLE06231'),
  requested(1, '11:08', 13, 'pending-withdrawal', 25_000),
  registered(90, '13:30', 14, 'disabled', kavita),
  statusSet(89, '10:00', 15, 'disabled', true),
  added(80, '11:15', 16, 'disabled', 12_000, 'Bank transfer, UTR SAMPLE80366'),
  statusSet(10, '17:45', 17, 'disabled', false),
  registered(1, '18:20', 18, 'waiting', rohan),
  ...siteSteps,
  ...positionSteps,
];
