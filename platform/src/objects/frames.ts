import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { SealBroken } from '../seal.ts';

// Content is sealed in frames, so that neither a writer nor a reader holds a whole file. After Hoang, Reyhanitabar, Rogaway and Vizár,
// "Online Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance" (STREAM, 2015): the nonce holds the frame's number and whether it is the last,
// so that a frame that is missing, doubled, swapped or cut off does not open.

/** Plain bytes in each frame but the last, which may hold fewer. */
export const frameBytes = 64 * 1024;
export const frameTagBytes = 16;
const sealedFrameBytes = frameBytes + frameTagBytes;

/** The data key is used for one object alone, so that counted nonces never repeat. */
function nonce(index: number, last: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(index, 7);
  bytes.writeUInt8(last ? 1 : 0, 11);
  return bytes;
}

/** Gives the size of the content in bytes for the size of its frames. Throws SealBroken for a size that no content has. */
export function plainBytes(framesBytes: number): number {
  const frames = Math.ceil(framesBytes / sealedFrameBytes);
  const rest = framesBytes - (frames - 1) * sealedFrameBytes;
  const emptyLastOfMany = frames > 1 && rest === frameTagBytes;
  if (frames < 1 || rest < frameTagBytes || emptyLastOfMany) throw new SealBroken('The stored file is cut.');
  return framesBytes - frames * frameTagBytes;
}

function sealFrame(dataKey: Buffer, header: Buffer, index: number, last: boolean, plain: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', dataKey, nonce(index, last), { authTagLength: frameTagBytes }).setAAD(header);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function openFrame(dataKey: Buffer, header: Buffer, index: number, last: boolean, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', dataKey, nonce(index, last), { authTagLength: frameTagBytes }).setAAD(header);
  decipher.setAuthTag(sealed.subarray(sealed.length - frameTagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - frameTagBytes)), decipher.final()]);
  } catch (error) {
    throw new SealBroken('The stored file was changed or cut.', { cause: error });
  }
}

/** Takes content in pieces and hands out sealed frames. Every frame is bound to `header`. */
export function frameWriter(dataKey: Buffer, header: Buffer) {
  const waiting = Buffer.alloc(frameBytes);
  const hash = createHash('sha256');
  let filled = 0;
  let index = 0;
  let sizeBytes = 0;
  return {
    /** Gives the frames that became full. The last full one waits until more follows, because it may be the end. */
    *add(piece: Uint8Array): Generator<Buffer> {
      hash.update(piece);
      sizeBytes += piece.length;
      let position = 0;
      while (position < piece.length) {
        if (filled === frameBytes) {
          yield sealFrame(dataKey, header, index++, false, waiting);
          filled = 0;
        }
        const taken = Math.min(frameBytes - filled, piece.length - position);
        waiting.set(piece.subarray(position, position + taken), filled);
        filled += taken;
        position += taken;
      }
    },
    /** Gives the last frame, the size and the SHA-256 (hex) of the whole content. */
    end(): { frame: Buffer; sizeBytes: number; sha256: string } {
      return { frame: sealFrame(dataKey, header, index, true, waiting.subarray(0, filled)), sizeBytes, sha256: hash.digest('hex') };
    },
  };
}

/** Reads frames from `read(position, length)` and gives the content piece by piece. Throws SealBroken at the first frame that does not open. */
export async function* readFrames(dataKey: Buffer, header: Buffer, framesBytes: number, read: (position: number, length: number) => Promise<Buffer>): AsyncGenerator<Uint8Array> {
  let index = 0;
  for (let position = 0; position < framesBytes; position += sealedFrameBytes) {
    const length = Math.min(sealedFrameBytes, framesBytes - position);
    const plain = openFrame(dataKey, header, index++, position + length === framesBytes, await read(position, length));
    if (plain.length > 0) yield plain;
  }
}
