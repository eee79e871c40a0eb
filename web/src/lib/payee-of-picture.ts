import type { Payee } from '@tradepost/proto/api/site-content/paths.ts';
import { readPayee } from '@tradepost/proto/api/site-content/payee.ts';

/** Longest side at which a code is looked for, as on the server. */
const sidePixels = 1_200;

/** Reads on this device who the payment code in a picture pays; null when there is no UPI code that can be read. The server reads it again and decides. */
export async function payeeOfPicture(file: Blob): Promise<Payee | null> {
  try {
    const { default: decode } = await import('qr/decode.js');
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, sidePixels / Math.max(picture.width, picture.height));
    const [width, height] = [Math.max(1, Math.round(picture.width * scale)), Math.max(1, Math.round(picture.height * scale))];
    const context = new OffscreenCanvas(width, height).getContext('2d');
    if (!context) return null;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.drawImage(picture, 0, 0, width, height);
    picture.close();
    return readPayee(decode({ width, height, data: context.getImageData(0, 0, width, height).data }, { format: 'RGBA', timeLimit: 500 }));
  } catch (error) {
    // The library throws for every picture without a readable code, and so does a broken picture.
    console.info('No code could be read from the picture', error);
    return null;
  }
}
