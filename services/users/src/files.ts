import type { UploadedFile } from '@tradepost/platform/body.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import { type CheckedFile, checkUpload } from '@tradepost/platform/files.ts';
import { randomSecret } from '@tradepost/platform/ids.ts';
import type { FileRule } from '@tradepost/proto/api/schema.ts';
import { type FileField, type FileReference, fileFields, type User } from './collections.ts';
import type { Users } from './users.ts';

const folder = 'documents';
const stagedForMs = 60 * 60 * 1000;

export type CheckedFiles = Partial<Record<FileField, CheckedFile>>;
export type FileReferences = Partial<Record<FileField, FileReference>>;

/** Judges every file of a request by its content. Throws Refused 415 that names the field. */
export async function checkFiles(files: Readonly<Record<string, UploadedFile>>, rules: Readonly<Record<string, FileRule>>): Promise<CheckedFiles> {
  const checked: CheckedFiles = {};
  for (const field of fileFields) {
    const [file, rule] = [files[field], rules[field]];
    if (!file || !rule) continue;
    try {
      checked[field] = await checkUpload(file.bytes, rule.kinds);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      throw new Refused(error.code, { detail: error.message, errors: [{ field, message: error.message }], cause: error });
    }
  }
  return checked;
}

/** Puts the files beside the account. Until a user document names them they are staged: `removeFiles` or the sweep takes them away. */
export async function stageFiles({ objects }: Users, account: string, files: CheckedFiles, staged: FileReferences): Promise<void> {
  for (const field of fileFields) {
    const file = files[field];
    if (!file) continue;
    const reference = { key: `${folder}/${account}/${field}-${randomSecret(12)}`, contentType: file.contentType };
    // Named before it is written: a put that fails half-way is cleared away as well.
    staged[field] = reference;
    await objects.put(reference.key, file.bytes, { contentType: file.contentType });
  }
}

/** Whose a file is, by its key. */
export const ownerOfFile = (key: string): string => key.split('/')[1] ?? '';
/** Which file of the account it is; undefined when the account does not name it. */
export const fieldOfFile = (user: User | undefined, key: string): FileField | undefined => fileFields.find((field) => user?.[field]?.key === key);

/** Removes files that no document names. A file that cannot be removed is left to the sweep, with a line in the log. */
export async function removeUnnamed(state: Users, files: readonly (FileReference | undefined)[]): Promise<void> {
  for (const file of files) {
    if (!file) continue;
    try {
      if (fieldOfFile(await state.users.get(ownerOfFile(file.key)), file.key) === undefined) await state.objects.remove(file.key);
    } catch (error) {
      state.log.warn({ err: error, account: ownerOfFile(file.key) }, 'a file without an owner waits for the sweep');
    }
  }
}

/** Removes all files of an account. */
export async function removeAllFiles({ objects }: Users, account: string): Promise<void> {
  for await (const { key } of objects.list(`${folder}/${account}/`)) await objects.remove(key);
}

/** Removes files older than an hour that no user document names: what a crash between staging and commit left. Gives how many. */
export async function sweepFiles(state: Users): Promise<number> {
  let removed = 0;
  for await (const { key, modifiedAtMs } of state.objects.list(`${folder}/`)) {
    if (modifiedAtMs > state.clock.now() - stagedForMs) continue;
    if (fieldOfFile(await state.users.get(ownerOfFile(key)), key) !== undefined) continue;
    await state.objects.remove(key);
    removed += 1;
  }
  return removed;
}
