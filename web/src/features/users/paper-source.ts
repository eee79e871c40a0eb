import type { PDFDocumentProxy } from 'pdfjs-dist';

/** A paper that can be drawn: a picture, or a PDF with its pages. `close` gives its memory back. */
export type PaperSource = { readonly kind: 'picture'; readonly picture: ImageBitmap; close(): void } | { readonly kind: 'pdf'; readonly pdf: PDFDocumentProxy; close(): void };

/** The link is over, or the document is no longer there. */
export class LinkOver extends Error {}

/** Pixels of one drawing, at most: about 64 MB. */
const mostPixels = 16_000_000;

/** Fetches a paper by its signed link. Throws LinkOver when the link has ended, and Error for what is neither picture nor PDF. */
export async function openPaper(link: string, signal: AbortSignal): Promise<PaperSource> {
  const response = await fetch(link, { signal, cache: 'no-store' });
  if (response.status === 404) throw new LinkOver('The link has ended.');
  if (!response.ok) throw new Error('The document could not be loaded.');
  const content = await response.blob();
  if (content.type.startsWith('image/')) {
    const picture = await createImageBitmap(content);
    return { kind: 'picture', picture, close: () => picture.close() };
  }
  if (content.type !== 'application/pdf') throw new Error('This kind of document cannot be shown here.');
  const { openPdf } = await import('./pdf.ts');
  const pdf = await openPdf(new Uint8Array(await content.arrayBuffer()));
  return { kind: 'pdf', pdf, close: () => void pdf.cleanup() };
}

export interface View {
  /** Page of a PDF, from 1. */
  readonly page: number;
  /** 1 is as wide as the place. */
  readonly zoom: number;
  /** Quarter turns to the right, 0 to 3. */
  readonly turns: number;
}

/** Draws a paper `widthPixels` wide at zoom 1. A canvas takes one drawing at a time: `signal` ends this one at once, before the next begins. Throws when the paper is damaged or the drawing was ended. */
export async function drawPaper(canvas: HTMLCanvasElement, source: PaperSource, view: View, widthPixels: number, signal: AbortSignal): Promise<void> {
  const density = window.devicePixelRatio || 1;
  const place = (naturalWidth: number, naturalHeight: number) => {
    const wanted = (widthPixels * view.zoom) / naturalWidth;
    const scale = Math.min(wanted * density, Math.sqrt(mostPixels / (naturalWidth * naturalHeight)));
    canvas.width = Math.max(1, Math.round(naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(naturalHeight * scale));
    canvas.style.width = `${naturalWidth * wanted}px`;
    canvas.style.height = `${naturalHeight * wanted}px`;
    return scale;
  };
  if (source.kind === 'pdf') {
    const page = await source.pdf.getPage(view.page);
    const rotation = (page.rotate + view.turns * 90) % 360;
    const natural = page.getViewport({ scale: 1, rotation });
    if (signal.aborted) return;
    const scale = place(natural.width, natural.height);
    const drawing = page.render({ canvas, viewport: page.getViewport({ scale, rotation }) });
    signal.addEventListener('abort', () => drawing.cancel(), { once: true });
    return drawing.promise;
  }
  const { picture } = source;
  const lies = view.turns % 2 === 1;
  const scale = place(lies ? picture.height : picture.width, lies ? picture.width : picture.height);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw the document.');
  pen.translate(canvas.width / 2, canvas.height / 2);
  pen.rotate((view.turns * Math.PI) / 2);
  pen.drawImage(picture, (-picture.width * scale) / 2, (-picture.height * scale) / 2, picture.width * scale, picture.height * scale);
}
