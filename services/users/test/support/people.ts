import { registration } from './samples.ts';
import { form, type Person, type World } from './world.ts';

/** A client who registered and, unless told otherwise, was approved. */
export async function newClient(world: World, options: { approved?: boolean } = {}): Promise<Person & { typed: ReturnType<typeof registration> }> {
  const typed = registration();
  const answer = await world.call('POST', '/api/register', { body: form(typed) });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  if (options.approved !== false) await world.call('PATCH', `/api/users/${answer.body.user._id}/approve`, { as: world.admin, body: { status: true } });
  return { ...answer.body.user, typed };
}

/** Repeats a look until it is true, for what happens after an answer; throws after 5 s. */
export async function eventually<T>(look: () => Promise<T | false | undefined>): Promise<T> {
  const deadlineMs = Date.now() + 5_000;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > deadlineMs) throw new Error('It did not happen within 5 s.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
