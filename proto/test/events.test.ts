import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalog, decodeEvent, type EventName, encodeEvent } from '@tradepost/proto/events/catalog.ts';

const balances = { account: 'u1', epoch: 0n, seq: 3n, amountPaise: 12_050n, postedPaise: 1_000_000_000_000n, heldPaise: 12_050n, entryId: 'e3', atMs: 1_790_000_000_000n };

describe('event catalog', () => {
  test('gives back what went in, with whole numbers as bigint', () => {
    const record = encodeEvent('WithdrawalRejected', { ...balances, withdrawalId: 'e2', reason: 'Please check your bank details' });
    expect(record.type).toBe('tradepost.WithdrawalRejected.v1');
    const event = decodeEvent(record);
    if (event.name !== 'WithdrawalRejected') throw new Error('Another event came back.');
    expect(event.message).toMatchObject({ ...balances, withdrawalId: 'e2', reason: 'Please check your bank details' });
  });

  test('keeps lists and falsy values', () => {
    const event = decodeEvent(
      encodeEvent('UserUpdated', { account: 'u1', version: 2n, atMs: 5n, state: 'active', role: '2', by: 'u1', name: 'Asha Rao', fields: ['address', 'image'] }),
    );
    expect(event).toMatchObject({ name: 'UserUpdated', message: { fields: ['address', 'image'], name: 'Asha Rao' } });
    expect(decodeEvent(encodeEvent('UserRegistered', { account: 'u2' })).message).toMatchObject({ createdByStaff: false, version: 0n });
  });

  test('says so when a type is unknown or the bytes are another message', () => {
    expect(() => decodeEvent({ type: 'tradepost.FundsAdded.v2', data: new Uint8Array() })).toThrow('There is no event of type "tradepost.FundsAdded.v2" in the catalog.');
    expect(() => decodeEvent({ type: 'toString', data: new Uint8Array() })).toThrow('There is no event of type');
    expect(() => decodeEvent({ type: 'tradepost.FundsAdded.v1', data: Uint8Array.of(0xff, 0xff) })).toThrow('cannot be read');
  });

  test('refuses an amount that does not fit 64 bits', () => {
    expect(() => encodeEvent('FundsAdded', { ...balances, amountPaise: 2n ** 63n })).toThrow();
  });

  test.each(Object.keys(catalog) as EventName[])('%s has its own name in type, topic and schema', (name) => {
    const { type, topic, schema } = catalog[name];
    expect(type).toBe(`tradepost.${name}.v1`);
    expect(`${topic}.v1.${name}`).toBe(schema.typeName);
  });

  test('holds every message of the contracts', () => {
    const folder = join(import.meta.dirname, '../events');
    const sources = readdirSync(folder).filter((file) => file.endsWith('.proto'));
    const messages = sources.flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/^message (\w+)/gm)].map((match) => match[1]));
    expect(Object.keys(catalog).sort()).toEqual(messages.sort());
  });

  test('has no field for what may never travel', () => {
    const fields = Object.values(catalog).flatMap(({ schema }) => schema.fields.map((field) => field.name));
    expect(fields.filter((field) => /pan(card)?$|aadha|account_number|e?mail|phone|password|address/.test(field))).toEqual([]);
  });
});
