import type { Socket } from 'node:net';

const sizeBytes = 4;
/** Above all that is asked for here. Something that speaks another protocol names sizes like these: an alert of TLS begins with 0x15030100. */
const mostBytes = 128 * 1024 * 1024;

/**
 * Gathers what arrives until answers are whole. An answer of Kafka is its size in four bytes and as many bytes (kafka.apache.org/protocol, Common Request and Response Structure).
 * Gives the whole answers that `piece` completes, or undefined when it completes none. Throws when the size can be none.
 */
export function gatherAnswers(): (piece: Buffer) => Buffer | undefined {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let neededBytes = sizeBytes;
  return (piece) => {
    waiting.push(piece);
    waitingBytes += piece.length;
    if (waitingBytes < neededBytes) return undefined;
    const all = Buffer.concat(waiting);
    let end = 0;
    neededBytes = sizeBytes;
    while (all.length - end >= sizeBytes) {
      const size = all.readInt32BE(end);
      if (size < 0 || size > mostBytes) throw new Error('What answers does not speak the protocol of Kafka.');
      neededBytes = sizeBytes + size;
      if (all.length - end < neededBytes) break;
      end += neededBytes;
      neededBytes = sizeBytes;
    }
    waiting = end === all.length ? [] : [all.subarray(end)];
    waitingBytes = all.length - end;
    return end === 0 ? undefined : all.subarray(0, end);
  };
}

/**
 * Lets only whole answers out of a socket. kafkajs 2.2.4 keeps the piece of an answer that a broken connection left behind and reads the next connection's answers after it:
 * numbers out of nowhere, and an error that nobody catches and that ends the process. So it never gets a piece.
 */
export function passWholeAnswers(socket: Socket): void {
  const push = socket.push.bind(socket);
  const gather = gatherAnswers();
  socket.push = (piece: Buffer | null): boolean => {
    if (piece === null) return push(null);
    try {
      const answers = gather(piece);
      return answers === undefined ? true : push(answers);
    } catch (error) {
      socket.destroy(error instanceof Error ? error : undefined);
      return false;
    }
  };
}
