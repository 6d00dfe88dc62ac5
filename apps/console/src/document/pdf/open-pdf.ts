import {
  getDocument,
  GlobalWorkerOptions,
  PDFWorker,
  VerbosityLevel,
  version,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
} from 'pdfjs-dist';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

/** Files of pdf.js that it loads by name, where `vite.config.ts` puts them. */
const FILES = `/assets/pdfjs-${version}/`;
/** Of one range request, in bytes: pages of text lie within a few of them. */
const RANGE = 256 * 1_024;
/** A smaller file comes whole: one request is faster than the several that a page takes. In bytes. */
const SMALL = 4 * 1_024 * 1_024;

GlobalWorkerOptions.workerSrc = workerAddress;
let worker: PDFWorker | null = null;

/** A file of the server. */
export interface Original {
  readonly sha256: string;
  readonly bytes: number;
}

/** The last document stays open: the next citation is mostly of the same one. */
let opened: { readonly key: string; readonly task: PDFDocumentLoadingTask } | null = null;

/** The one worker of the page, started where it does not run. */
export function startWorker(): PDFWorker {
  if (!worker || worker.destroyed) worker = PDFWorker.create({ verbosity: VerbosityLevel.ERRORS });
  return worker;
}

/**
 * Opens a PDF, a large one by range requests. Nothing in it runs, and nothing is loaded from elsewhere.
 *
 * @throws what pdf.js throws; `reasonOf` says it in words
 */
export function openPdf(address: string, { sha256, bytes }: Original): Promise<PDFDocumentProxy> {
  const key = `${address} ${sha256}`;
  if (opened?.key === key) return opened.task.promise;
  void opened?.task.destroy();
  const task = getDocument({
    url: address,
    worker: startWorker(),
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    enableXfa: false,
    // The policy of the page admits no WebAssembly; pdf.js brings the same in JavaScript.
    useWasm: false,
    wasmUrl: FILES,
    cMapUrl: FILES,
    standardFontDataUrl: FILES,
    rangeChunkSize: RANGE,
    // What nobody looks at is not fetched.
    disableAutoFetch: true,
    disableRange: bytes <= SMALL,
    disableStream: bytes > SMALL,
  });
  opened = { key, task };
  task.promise.catch(() => {
    if (opened?.task === task) opened = null;
  });
  return task.promise;
}

/** Why a PDF is not shown, as the end of a sentence. */
export function reasonOf(thrown: unknown): string {
  const { name, status } = thrown as { readonly name?: string; readonly status?: number };
  if (name === 'PasswordException') return 'it is encrypted';
  if (name === 'InvalidPDFException') return 'it is damaged';
  if (status === 404) return 'it is not kept';
  if (name === 'ResponseException') return 'the server does not send it';
  return 'it cannot be read';
}
