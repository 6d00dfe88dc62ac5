import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { SerialQueue } from '@arbiter/adapter-kit/resilience';
import { BoundedThread } from '@arbiter/adapter-kit/threads';
import { ArbiterError, MAX_PICTURE_WIDTH, MIN_PICTURE_WIDTH } from '@arbiter/contracts';
import { type OpenPages, type PageObjects, type PageRenderer, type Picture, type RenderOptions } from '@arbiter/ports';
import type { ThreadData, ThreadOutput, ThreadRequest } from './thread/thread-protocol.js';

/** The compiled module. The relative path is the same from `src` and `dist`. */
const ENTRY = new URL('../dist/thread/pdfium.thread.js', import.meta.url);

/** Heap of JavaScript in a thread, in MiB: the pixels and the memory of PDFium lie beside it. */
const HEAP_MIB = 128;
/** Calls in a row that ended their thread, after which a document is given up. */
const MAX_FAILURES = 3;

export interface PdfiumRendererLimits {
  /** For opening a document and for each page, in milliseconds. */
  readonly timeMs: number;
  /** Of PDFium, for a document with what it unpacks of one page, in MiB: pages of manuals at 2,400 pixels need less than 96. */
  readonly memoryMib: number;
  /** Of one picture: 2,400 across is a page of A4 at 300 dots per inch, and twice as high there is room for. */
  readonly pixels: number;
}

const DEFAULT_LIMITS: PdfiumRendererLimits = { timeMs: 15_000, memoryMib: 256, pixels: 16_000_000 };

/** Draws pages with PDFium, compiled to WebAssembly: a thread for each document, which ends with it. */
export class PdfiumRenderer implements PageRenderer {
  #modules: Promise<ThreadData['modules']> | null = null;
  private readonly limits: PdfiumRendererLimits;

  constructor(limits: Partial<PdfiumRendererLimits> = {}) {
    this.limits = { ...DEFAULT_LIMITS, ...limits };
  }

  async open(bytes: Uint8Array, signal: AbortSignal): Promise<OpenPages> {
    signal.throwIfAborted();
    this.#modules ??= compileModules();
    const shared = new SharedArrayBuffer(bytes.length);
    new Uint8Array(shared).set(bytes);
    const pages = new PdfiumPages({ modules: await this.#modules, bytes: shared, ...this.limits }, this.limits, signal);
    try {
      await pages.open();
      return pages;
    } catch (error) {
      await pages.close();
      throw error;
    }
  }
}

class PdfiumPages implements OpenPages {
  readonly #thread: BoundedThread<ThreadRequest, ThreadOutput>;
  readonly #closed = new AbortController();
  readonly #leave: () => void;
  /** So that the time of a page is not that of those before it. */
  readonly #calls = new SerialQueue();
  #failures = 0;
  pageCount = 0;

  constructor(
    data: ThreadData,
    limits: PdfiumRendererLimits,
    private readonly signal: AbortSignal,
  ) {
    this.#thread = new BoundedThread({
      ...{ name: 'pdfium', entry: ENTRY, data, done: 'drawn' },
      limits: { timeMs: limits.timeMs, memoryMib: HEAP_MIB },
    });
    this.#leave = () => this.#closed.abort(signal.reason);
    signal.addEventListener('abort', this.#leave, { once: true });
  }

  async open(): Promise<void> {
    this.pageCount = (await this.#ask('The document', { call: 'open' })) as number;
  }

  async describe(page: number): Promise<PageObjects> {
    return (await this.#ask(`Page ${page}`, { call: 'describe', page })) as PageObjects;
  }

  async render(page: number, { width }: RenderOptions): Promise<Picture> {
    return (await this.#ask(`Page ${page}`, { call: 'render', page, width: bounded(width) })) as Picture;
  }

  async renderJpeg(page: number, { width }: RenderOptions): Promise<Uint8Array> {
    return (await this.#ask(`Page ${page}`, { call: 'renderJpeg', page, width: bounded(width) })) as Uint8Array;
  }

  async close(): Promise<void> {
    this.signal.removeEventListener('abort', this.#leave);
    this.#closed.abort(new ArbiterError('CANCELLED', 'The document has been closed.'));
    await this.#thread.close();
  }

  #ask(subject: string, request: ThreadRequest): Promise<ThreadOutput> {
    return this.#calls.run('', async () => {
      if (this.#failures >= MAX_FAILURES)
        throw new ArbiterError('INVALID_REQUEST', `The pages are not drawn: ${MAX_FAILURES} in a row broke a limit.`);
      try {
        const output = await this.#thread.ask(subject, request, this.#closed.signal);
        this.#failures = 0;
        return output;
      } catch (error) {
        // A page that is merely broken costs nothing.
        if (!this.#thread.isStarted) this.#failures += 1;
        throw error;
      }
    });
  }
}

/** @throws RangeError for a width that nobody may ask for */
function bounded(width: number): number {
  if (Number.isInteger(width) && width >= MIN_PICTURE_WIDTH && width <= MAX_PICTURE_WIDTH) return width;
  throw new RangeError(`a picture is ${MIN_PICTURE_WIDTH} to ${MAX_PICTURE_WIDTH} pixels wide, not ${width}`);
}

/** Once: every thread then starts with code that is compiled. */
async function compileModules(): Promise<ThreadData['modules']> {
  const { resolve } = createRequire(import.meta.url);
  const [pdfium, jpeg] = await Promise.all(
    ['@embedpdf/pdfium/pdfium.wasm', '@cornerstonejs/codec-libjpeg-turbo-8bit/wasm'].map(async (path) =>
      WebAssembly.compile(await readFile(resolve(path))),
    ),
  );
  if (!pdfium || !jpeg) throw new Error('a module is missing');
  return { pdfium, jpeg };
}
