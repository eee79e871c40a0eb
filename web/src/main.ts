import './ui/tokens.css';
import './ui/parts.css';
import './ui/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');

/** The program: React and whatever page it is. */
const startProgram = async (): Promise<void> => (await import('./app/start.tsx')).start(root);

// A page that came written is read before anything else is loaded; every other one is drawn by the program.
if (root.firstElementChild) void import('./app/written-page.ts').then(({ startWritten }) => startWritten(root, startProgram));
else void startProgram();
