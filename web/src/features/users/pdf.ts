// pdf.js, loaded when the first PDF is opened. Scripts inside a document never run: pdf.js only draws here.
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = worker;

/** Reads a PDF. Glyphs are drawn as paths and pictures are decoded in JavaScript: the site's policy allows neither foreign fonts nor WebAssembly. Throws when it cannot be read. */
export const openPdf = (bytes: Uint8Array): Promise<PDFDocumentProxy> =>
  getDocument({ data: bytes, disableFontFace: true, useSystemFonts: false, useWasm: false, isImageDecoderSupported: false, stopAtErrors: false }).promise;
