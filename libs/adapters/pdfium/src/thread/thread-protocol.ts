import type { PageObjects, Picture } from '@arbiter/ports';

/** What a thread starts with. */
export interface ThreadData {
  /** Compiled once for all threads. */
  readonly modules: { readonly pdfium: object; readonly jpeg: object };
  /** Of the document, shared by the threads that work on it one after the other. */
  readonly bytes: SharedArrayBuffer;
  /** Most memory of PDFium, in MiB. */
  readonly memoryMib: number;
  /** Most pixels of a picture. */
  readonly pixels: number;
}

/** What may be asked of the document. Pages are counted from 1. */
export type ThreadRequest =
  | { readonly call: 'open' }
  | { readonly call: 'describe'; readonly page: number }
  | { readonly call: 'render' | 'renderJpeg'; readonly page: number; readonly width: number };

export type ThreadOutput = number | PageObjects | Picture | Uint8Array;
