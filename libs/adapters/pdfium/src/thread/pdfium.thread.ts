import { workerData } from 'node:worker_threads';
import { answerRequests } from '@arbiter/adapter-kit/threads';
import { ArbiterError } from '@arbiter/contracts';
import { type EncodeJpeg, loadJpegEncoder } from './encode-jpeg.js';
import { loadPdfium, type Pdfium } from './load-pdfium.js';
import { PdfDocument } from './pdf-document.js';
import type { ThreadData, ThreadOutput, ThreadRequest } from './thread-protocol.js';

/** PDF files begin with it. */
const PERCENT = 0x25;

const { modules, bytes, memoryMib, pixels } = workerData as ThreadData;

interface Opened {
  readonly pdfium: Pdfium;
  readonly document: PdfDocument;
}

let opened: Opened | null = null;
let jpeg: EncodeJpeg | null = null;

async function answer(request: ThreadRequest): Promise<ThreadOutput> {
  const pdfium = opened?.pdfium ?? (await loadPdfium(modules.pdfium, memoryMib));
  try {
    opened ??= { pdfium, document: new PdfDocument(pdfium, await asPdf(new Uint8Array(bytes)), pixels) };
    const { document } = opened;
    if (request.call === 'open') return document.pageCount;
    if (request.call === 'describe') return document.describe(request.page);
    if (request.call === 'render') return document.render(request.page, request.width);
    jpeg ??= await loadJpegEncoder(modules.jpeg);
    return document.renderJpeg(request.page, request.width, jpeg);
  } catch (error) {
    if (error instanceof ArbiterError) throw error;
    // PDFium has stopped in the middle, so what it leaves is let go with its memory.
    opened = null;
    jpeg = null;
    const what = request.call === 'open' ? 'The document' : `Page ${request.page}`;
    const problem = pdfium.isExhausted() ? `needs more than ${memoryMib} MiB of memory` : 'makes PDFium stop';
    throw new ArbiterError('INVALID_REQUEST', `${what} cannot be drawn: it ${problem}.`, { cause: error });
  }
}

/** A picture file on a page; other files as they are. */
async function asPdf(file: Uint8Array): Promise<Uint8Array> {
  if (file[0] === PERCENT) return file;
  // Loaded for pictures alone: most threads start for a PDF.
  const { isJpeg, isPng, pictureAsPdf } = await import('@arbiter/adapter-kit/pictures');
  return isPng(file) || isJpeg(file) ? pictureAsPdf(file, 'The document') : file;
}

/** Pixels are handed over, not copied. */
function buffersOf(output: ThreadOutput): ArrayBuffer[] {
  if (output instanceof Uint8Array) return [output.buffer as ArrayBuffer];
  return typeof output === 'object' && 'pixels' in output ? [output.pixels.buffer as ArrayBuffer] : [];
}

answerRequests(answer, buffersOf);
