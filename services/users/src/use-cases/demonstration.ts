import type { Call } from '@tradepost/platform/call.ts';
import type * as internal from '@tradepost/proto/api/users/internal.ts';
import { type DemoStory, storyId } from '../collections.ts';
import type { Users } from '../users.ts';

/** Tells other processes which accounts visitors of the demonstration enter; null in live mode and until its story was told. */
export async function getDemonstration({ story, mode }: Users, _call: Call<typeof internal.getDemonstration>): Promise<{ accounts: { client: string; admin: string } | null }> {
  const { client, admin } = (mode === 'demo' && (await story.get(storyId))?.made) || {};
  return { accounts: client !== undefined && admin !== undefined ? { client, admin } : null };
}

/** Reads how much of the story was told; undefined before its first step. */
export async function readStory({ story }: Users): Promise<DemoStory | undefined> {
  return story.get(storyId);
}

/** Writes down how much of the story was told. Steps may be repeated, so the last word stands. */
export async function writeStory({ story }: Users, told: DemoStory): Promise<void> {
  const { today, done, made } = told;
  if (!(await story.update(storyId, { set: { today, done, made } }))) await story.insert({ _id: storyId, today, done, made });
}
