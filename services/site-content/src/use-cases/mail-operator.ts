import type { EventMessage } from '@tradepost/proto/events/catalog.ts';
import type { Site } from '../site.ts';

/** Sends a visitor's message to the operator, when he has given an address; once, as far as a mail can be. Throws when the mail cannot be handed over: the bus tries again. */
export async function mailOperator({ messages, mailer, operatorEmail, clock }: Site, { messageId }: EventMessage<'ContactMessageReceived'>): Promise<void> {
  const message = await messages.get(messageId);
  if (operatorEmail === undefined || !message || message.mailedAtMs !== undefined) return;
  const from = [message.name, message.email, message.phone].filter((part) => part !== undefined).join('\n');
  await mailer.send({
    to: operatorEmail,
    subject: `Contact: ${message.subject}`,
    text: `A visitor left a message.\n\n${from}\n\n${message.message}\n\nMark it as answered under Messages once you have answered.`,
  });
  await messages.update(messageId, { set: { mailedAtMs: clock.now() } });
}
