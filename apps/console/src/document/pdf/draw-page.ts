import { TextLayer, type PDFDocumentProxy } from 'pdfjs-dist';

/** Of a canvas; browsers draw nothing on larger ones (Safari on phones: 16.7 million). */
const MAX_PIXELS = 16_000_000;

/** One page is drawn after the other, so that the one that is looked at does not wait for its neighbours. */
let turns: Promise<unknown> = Promise.resolve();

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export interface PageDrawing {
  readonly pdf: PDFDocumentProxy;
  /** From 1. */
  readonly number: number;
  /** In CSS pixels. */
  readonly width: number;
  /** Its children are replaced by the picture of the page and the text over it. */
  readonly holder: HTMLElement;
  readonly onSize: (size: PageSize) => void;
  readonly signal: AbortSignal;
}

/** Draws a page with its text to select. @throws what pdf.js throws; AbortError when the signal ends it */
export function drawPage(drawing: PageDrawing): Promise<void> {
  const mine = turns.then(() => draw(drawing));
  turns = mine.catch(() => undefined);
  return mine;
}

async function draw({ pdf, number, width, holder, onSize, signal }: PageDrawing): Promise<void> {
  signal.throwIfAborted();
  const page = await pdf.getPage(number);
  signal.throwIfAborted();
  const size = page.getViewport({ scale: 1 });
  onSize({ width: size.width, height: size.height });
  const scale = width / size.width;
  const viewport = page.getViewport({ scale });
  const canvas = document.createElement('canvas');
  const ratio = Math.min(devicePixelRatio, Math.sqrt(MAX_PIXELS / (viewport.width * viewport.height)));
  canvas.width = Math.floor(viewport.width * ratio);
  canvas.height = Math.floor(viewport.height * ratio);
  const task = page.render({ canvas, viewport, transform: [ratio, 0, 0, ratio, 0, 0] });
  const cancel = () => task.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  await task.promise.finally(() => signal.removeEventListener('abort', cancel));
  const words = document.createElement('div');
  words.className = 'textLayer';
  holder.style.setProperty('--total-scale-factor', String(scale));
  holder.replaceChildren(canvas, words);
  await new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport }).render();
}
