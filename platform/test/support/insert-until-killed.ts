// Inserts documents and prints the id of each as soon as it is answered, until somebody kills it.
import { openSqliteDocuments } from '../../src/documents/sqlite.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('insert-until-killed.ts needs a file.');
const store = openSqliteDocuments({ file });
const collection = store.collection<{ _id: string; worker: number }>({ name: 'papers', indexes: [] });
await store.open();

async function insertForEver(worker: number): Promise<never> {
  for (let number = 0; ; number += 1) {
    const id = `w${worker}-${number}`;
    await collection.insert({ _id: id, worker });
    process.stdout.write(`${id}\n`);
  }
}

await Promise.all(Array.from({ length: 8 }, (_, worker) => insertForEver(worker)));
