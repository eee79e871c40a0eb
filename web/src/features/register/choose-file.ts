import { type FileKind, fileMessage, formatSize, kindOf, shrinkAboveBytes } from '../../lib/file-rules.ts';

/** A file as it will be sent, or as it was refused. */
export interface ChosenFile {
  readonly file: File;
  readonly kind: FileKind | undefined;
  /** An address for the preview of a picture; released with releaseFile. */
  readonly preview: string | undefined;
  /** Why it cannot be sent. */
  readonly error: string | undefined;
  /** What was done to it on the device. */
  readonly note: string | undefined;
}

const longestSidePixels = 2000;

/** Draws a picture anew with at most 2000 px a side. Gives undefined when the browser cannot read it or nothing is won. */
async function shrink(file: File): Promise<File | undefined> {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, longestSidePixels / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
    if (!blob || blob.size >= file.size) return undefined;
    return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' });
  } catch (error) {
    console.info('The picture stays as it is', error);
    return undefined;
  }
}

/** Judges a chosen file by its first bytes and its size; a large picture is made smaller first. */
export async function chooseFile(original: File, allowed: readonly FileKind[]): Promise<ChosenFile> {
  const kind = kindOf(new Uint8Array(await original.slice(0, 12).arrayBuffer()));
  const picture = kind !== undefined && kind !== 'pdf' && allowed.includes(kind);
  const smaller = picture && original.size > shrinkAboveBytes ? await shrink(original) : undefined;
  const file = smaller ?? original;
  const error = fileMessage(original.name, file.size, kind, allowed);
  return {
    file,
    kind: smaller ? 'jpeg' : kind,
    preview: picture && !error ? URL.createObjectURL(file) : undefined,
    error,
    note: smaller && `Made smaller on this device, from ${formatSize(original.size)} to ${formatSize(smaller.size)}.`,
  };
}

/** Gives the memory of the preview back. */
export function releaseFile(chosen: ChosenFile | undefined): void {
  if (chosen?.preview) URL.revokeObjectURL(chosen.preview);
}
