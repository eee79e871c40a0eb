// `npm run service -- NAME`: one service as a process of its own. It needs a shared bus and store, which this version does not have.
const names = ['auth', 'users', 'funds', 'positions', 'market', 'site-content', 'gateway'];
const [name] = process.argv.slice(2);

if (name === '--help' || name === '-h') {
  console.log(`npm run service -- NAME   runs one of ${names.join(', ')} as a process of its own on a shared store and bus.`);
} else if (name === undefined || !names.includes(name)) {
  console.error(`Name one of ${names.join(', ')}: npm run service -- auth`);
  process.exitCode = 2;
} else {
  console.error(
    `${name} cannot run on its own: it needs a shared bus and store (KAFKA_BROKERS, MONGODB_URI), and this version has the embedded ones alone. Run everything in one process with \`npm start\`.`,
  );
  process.exitCode = 1;
}
