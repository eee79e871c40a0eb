import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];

/** Gives a fresh, empty folder, which stays until `removeTemporaryFolders` is called. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tradepost-test-'));
  folders.push(folder);
  return folder;
}

/** Removes the folders of this test file. Call it in `afterAll`, when the stores in them are closed. */
export function removeTemporaryFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
