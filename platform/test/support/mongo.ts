// MongoDB as its own driver sees it, beside the store under test.
import { randomBytes } from 'node:crypto';
import mongoose, { type mongo } from 'mongoose';

/** A name that no other run takes. */
export const newDatabase = (): string => `test_${randomBytes(6).toString('hex')}`;

/** Works on a database beside the store. */
export async function inDatabase<T>(uri: string, name: string, work: (database: mongo.Db) => Promise<T>): Promise<T> {
  const connection = await mongoose.createConnection(uri, { serverSelectionTimeoutMS: 10_000 }).asPromise();
  try {
    return await work(connection.getClient().db(name));
  } finally {
    await connection.close();
  }
}

export const dropDatabase = (uri: string, name: string): Promise<unknown> => inDatabase(uri, name, (database) => database.dropDatabase());

/** The stages of the plan that won, each with the index it uses, from the last to the first. */
export function stagesOf(explained: mongo.Document): string[] {
  const stages: string[] = [];
  const walk = (plan: mongo.Document): void => {
    stages.push(plan.indexName === undefined ? String(plan.stage) : `${plan.stage} ${plan.indexName}`);
    for (const inner of [plan.inputStage, ...(plan.inputStages ?? [])]) if (inner) walk(inner);
  };
  const { winningPlan } = explained.queryPlanner;
  walk(winningPlan.queryPlan ?? winningPlan);
  return stages;
}
