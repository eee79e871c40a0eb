import type { UploadedFile } from '@tradepost/platform/body.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import { checkUpload, readQrCode } from '@tradepost/platform/files.ts';
import { randomSecret } from '@tradepost/platform/ids.ts';
import { sha256 } from '@tradepost/platform/json.ts';
import { readPayee } from '@tradepost/proto/api/site-content/payee.ts';
import * as api from '@tradepost/proto/api/site-content/schemas.ts';
import { companyId, type PaymentCode } from './collections.ts';
import type { Site } from './site.ts';

const folder = 'site';
const stagedForMs = 60 * 60 * 1000;

/** Judges an uploaded payment code by its content, encodes it anew, reads its payee and stores it. Throws Refused 415 that names the field. */
export async function stageCode({ objects }: Site, file: UploadedFile): Promise<PaymentCode> {
  try {
    const picture = await checkUpload(file.bytes, api.saveAdditionalData.files?.image?.kinds ?? []);
    const text = await readQrCode(picture);
    const code: PaymentCode = {
      key: `${folder}/${randomSecret(12)}`,
      contentType: picture.contentType,
      tag: sha256(picture.bytes).slice(0, 16),
      payee: text === undefined ? null : readPayee(text),
    };
    await objects.put(code.key, picture.bytes, { contentType: code.contentType });
    return code;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Refused(error.code, { detail: error.message, errors: [{ field: 'image', message: error.message }], cause: error });
  }
}

/** Removes the pictures among `codes` that the record does not name. One that cannot be removed is left to the sweep, with a line in the log. */
export async function removeUnnamed(state: Site, codes: readonly (PaymentCode | undefined)[]): Promise<void> {
  for (const code of codes) {
    if (!code) continue;
    try {
      const named = (await state.company.get(companyId))?.code?.key;
      if (named !== code.key) await state.objects.remove(code.key);
    } catch (error) {
      state.log.warn({ err: error, key: code.key }, 'a picture without an owner waits for the sweep');
    }
  }
}

/** Removes pictures older than an hour that the record does not name: what a crash between storing and commit left. */
export async function sweepCodes(state: Site): Promise<void> {
  const named = (await state.company.get(companyId))?.code?.key;
  for await (const { key, modifiedAtMs } of state.objects.list(`${folder}/`)) {
    if (key !== named && modifiedAtMs <= state.clock.now() - stagedForMs) await state.objects.remove(key);
  }
}
