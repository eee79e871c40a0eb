import { randomBytes } from 'node:crypto';
import mongoose from 'mongoose';
import { openMongoDocuments } from '../src/documents/mongo.ts';
import { documentStoreSuite } from '../src/testing/document-store-suite.ts';

const uri = process.env.MONGODB_URI ?? '';
const suite = process.env.MONGODB_URI ? describe : describe.skip;
suite('documents on MongoDB', () => {
  documentStoreSuite('mongo', async () => {
    const database = `test_${randomBytes(6).toString('hex')}`;
    return {
      store: () => openMongoDocuments({ uri, database }),
      remove: async () => {
        const c = await mongoose.createConnection(uri).asPromise();
        await c.getClient().db(database).dropDatabase();
        await c.close();
      },
    };
  });
});
