import type { Call } from '@tradepost/platform/call.ts';
import { deedOf } from '@tradepost/platform/deeds.ts';
import { DuplicateKey, OutcomeUnknown, Refused } from '@tradepost/platform/errors.ts';
import { timeOrderedId } from '@tradepost/platform/ids.ts';
import { sha256 } from '@tradepost/platform/json.ts';
import type * as api from '@tradepost/proto/api/site-content/schemas.ts';
import { type StoredMessage, searchWords } from '../collections.ts';
import type { Site } from '../site.ts';

const thanks = { message: 'Thank you for your message. We will answer by e-mail.' };

/** Stores what a visitor wrote. The same key and message again is answered alike and stored once; the key with another message is 422. */
export async function sendContactMessage(state: Site, call: Call<typeof api.sendContactMessage>): Promise<{ message: string }> {
  const message = newMessage(state, call);
  try {
    await state.messages.insert(message);
  } catch (error) {
    if (!(error instanceof DuplicateKey || error instanceof OutcomeUnknown)) throw error;
    const { scope, key } = message.madeUnder;
    const [first] = await state.messages.find({ filter: { 'madeUnder.scope': scope, 'madeUnder.key': key }, limit: 1 });
    if (!first) throw error;
    if (first.madeUnder.hash !== call.requestHash) throw new Refused('key-reused');
  }
  state.wake();
  return thanks;
}

function newMessage({ clock }: Site, call: Call<typeof api.sendContactMessage>): StoredMessage {
  const { name, email, phone, subject, message } = call.body;
  const now = clock.now();
  const _id = timeOrderedId(now);
  // A key belongs to who sends it, and is no place to read an e-mail from.
  const scope = sha256(`contact ${email}`);
  const event = { name: 'ContactMessageReceived', message: { messageId: _id, atMs: BigInt(now), subject } } as const;
  return {
    _id,
    version: 1,
    outbox: [deedOf(call, clock, { scope: _id, deed: 'received', answer: thanks, event })],
    ...{ name, email, subject, message },
    ...(phone === undefined ? {} : { phone }),
    status: 'new',
    createdAtMs: now,
    madeUnder: { scope, key: call.idempotencyKey, hash: call.requestHash },
    words: searchWords({ name, email, subject }),
  };
}
