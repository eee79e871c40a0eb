// What may be uploaded, judged on the device so that a refusal comes at once and in figures. The server judges again, by content.

export type FileKind = 'pdf' | 'jpeg' | 'png' | 'webp';

/** The limit of the HTTP contract: 5 MB a file. */
export const fileLimitBytes = 5 * 1024 * 1024;
/** Pictures above this are made smaller before they are sent. */
export const shrinkAboveBytes = 2 * 1024 * 1024;

const signatures: readonly [FileKind, readonly (number | undefined)[]][] = [
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['png', [0x89, 0x50, 0x4e, 0x47]],
  ['webp', [0x52, 0x49, 0x46, 0x46, undefined, undefined, undefined, undefined, 0x57, 0x45, 0x42, 0x50]],
];

/** The kind of a file by its first bytes, whatever its name says; undefined for any other kind. */
export function kindOf(head: Uint8Array): FileKind | undefined {
  return signatures.find(([, bytes]) => bytes.every((byte, at) => byte === undefined || head[at] === byte))?.[0];
}

/** `7759462` → `7.4 MB`, `862208` → `842 KB`. */
export function formatSize(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${(bytes / 1024 / 1024).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1024))} KB`;
}

const kindNames: Readonly<Record<FileKind, string>> = { pdf: 'PDF', jpeg: 'JPEG', png: 'PNG', webp: 'WebP' };
export const nameOfKind = (kind: FileKind): string => kindNames[kind];

/** `['pdf', 'jpeg', 'png']` → `PDF, JPEG or PNG`. */
export function listKinds(kinds: readonly FileKind[]): string {
  const names = kinds.map(nameOfKind);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** Why a file is refused, with its name and in figures; undefined when it may go. */
export function fileMessage(name: string, sizeBytes: number, kind: FileKind | undefined, allowed: readonly FileKind[]): string | undefined {
  if (sizeBytes === 0) return `${name} is empty. Choose another file.`;
  if (kind === undefined || !allowed.includes(kind)) return `${name} is not a ${listKinds(allowed)} file.`;
  if (sizeBytes > fileLimitBytes) return `${name} is ${formatSize(sizeBytes)}. The limit is 5 MB. Choose a smaller scan or take a photo.`;
  return undefined;
}
