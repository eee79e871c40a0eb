/** The kinds of photo that the server takes. */
export const photoKinds: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];
const megabyte = 1024 * 1024;
const limitBytes = 5 * megabyte;

/** Why a chosen photo cannot be sent, in figures; undefined when it can. The server judges again, by the content. */
export function photoProblem({ name, size, type }: { name: string; size: number; type: string }): string | undefined {
  if (!photoKinds.includes(type)) return `${name} is no JPEG, PNG or WebP picture.`;
  if (size > limitBytes) return `${name} is ${(size / megabyte).toFixed(1)} MB. The limit is 5 MB.`;
  return undefined;
}
