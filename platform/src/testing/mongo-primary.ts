import mongoose from 'mongoose';

const electionMs = 30_000;

/** Which member of a replica set takes the writes now, as `host:port`. Throws when there is none within 30 s. */
export async function primaryOf(uri: string): Promise<string> {
  const connection = await mongoose.createConnection(uri, { serverSelectionTimeoutMS: electionMs }).asPromise();
  try {
    const { primary } = await connection.getClient().db('admin').command({ hello: 1 });
    return String(primary);
  } finally {
    await connection.close();
  }
}
