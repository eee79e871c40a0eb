import { createServer, type Socket } from 'node:net';

/** A mail as the listener took it: its envelope and its lines, dots undone (RFC 5321, 4.5.2). */
export interface TakenMail {
  readonly recipients: readonly string[];
  readonly text: string;
}

/** What the listener does: takes mails, refuses the recipient, or says nothing at all. */
export type Manner = 'takes' | 'refuses' | 'silent';

/** A mail server on loopback with just enough of RFC 5321 for a client: no TLS, no sign-in unless asked. */
export async function smtpListener(manner: Manner = 'takes') {
  const mails: TakenMail[] = [];
  const signedInAs: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    if (manner === 'silent') return;
    converse(socket, manner, mails, signedInAs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The listener has no port.');
  return {
    port: address.port,
    mails,
    signedInAs,
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function converse(socket: Socket, manner: Manner, mails: TakenMail[], signedInAs: string[]): void {
  let rest = '';
  let recipients: string[] = [];
  let data: string[] | undefined;

  const answers: Readonly<Record<string, (line: string) => string>> = {
    EHLO: () => '250-listener\r\n250-AUTH PLAIN\r\n250 8BITMIME',
    AUTH: (line) => {
      signedInAs.push(
        Buffer.from(line.split(' ')[2] ?? '', 'base64')
          .toString()
          .split('\0')[1] ?? '',
      );
      return '235 welcome';
    },
    RCPT: (line) => {
      if (manner === 'refuses') return '550 nobody here';
      recipients.push(/<(.*)>/.exec(line)?.[1] ?? '');
      return '250 ok';
    },
    DATA: () => {
      data = [];
      return '354 go on';
    },
    STAR: () => '502 no TLS here',
    QUIT: () => '221 bye',
  };
  const answer = (line: string): string | undefined => {
    if (!data) return answers[line.slice(0, 4).toUpperCase()]?.(line) ?? '250 ok';
    if (line !== '.') {
      data.push(line.replace(/^\./, ''));
      return undefined;
    }
    mails.push({ recipients, text: data.join('\n') });
    [data, recipients] = [undefined, []];
    return '250 taken';
  };

  socket.write('220 listener\r\n');
  socket.on('data', (piece) => {
    const lines = (rest + piece.toString()).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const said = answer(line);
      if (said !== undefined) socket.write(`${said}\r\n`);
    }
  });
}
