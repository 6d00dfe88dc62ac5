import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { abortable } from '@arbiter/adapter-kit/resilience';
import { ArbiterError } from '@arbiter/contracts';
import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist/types/src/display/api.js';

/** Bytes at the end of a file in which its end mark stands (the reader of Adobe looks as far). */
const END_MARK_REACH = 1_024;

const CATALOG = /\/Type\s*\/Catalog\b/g;
/** The head of an object, before its content: "12 0 obj". */
const OBJECT_HEAD = /(?<!\d)(\d+)\s+(\d+)\s+obj\b/g;
/** A catalog is a small dictionary; its type stands within so many characters of its head. */
const REACH = 10_000;

export interface OpenPdf {
  readonly document: PDFDocumentProxy;
  /** Waits for a step of the reader, or for the caller to go. */
  readonly until: <T>(step: Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
  /** Whether the file had lost the place of its catalog, and perhaps more. */
  readonly isRestored: boolean;
}

/**
 * Opens a PDF for reading its text: no canvas, no code from the file, no network; character maps come from the package.
 *
 * @throws ArbiterError INVALID_REQUEST when it is encrypted, broken or no PDF; the signal's reason when the caller went
 */
export async function openPdf(bytes: Uint8Array, name: string, signal: AbortSignal): Promise<OpenPdf> {
  try {
    return { ...(await load(bytes, signal)), isRestored: false };
  } catch (error) {
    signal.throwIfAborted();
    const restored = kindOf(error) === 'InvalidPDFException' ? withTrailer(bytes) : undefined;
    const opened = restored && (await load(restored, signal).catch(() => undefined));
    signal.throwIfAborted();
    if (opened && opened.document.numPages > 0) return { ...opened, isRestored: true };
    await opened?.close();
    throw refusal(error, name);
  }
}

async function load(bytes: Uint8Array, signal: AbortSignal): Promise<Omit<OpenPdf, 'isRestored'>> {
  // Loaded with the first PDF: the library is large, and most processes of a deployment never read one.
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  signal.throwIfAborted();
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const task: PDFDocumentLoadingTask = getDocument({
    // The library takes the buffer away from its owner.
    data: Uint8Array.from(bytes),
    cMapUrl: join(folder, 'cmaps') + sep,
    standardFontDataUrl: join(folder, 'standard_fonts') + sep,
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    isEvalSupported: false,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  // The library cannot be interrupted within a step, and a broken file can make a step that never ends.
  const until = <T>(step: Promise<T>): Promise<T> => abortable(signal, () => step);
  // What fails while it is let go costs no document that was read.
  const close = (): Promise<void> => task.destroy().catch(() => undefined);
  try {
    return { document: await until(task.promise), until, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whether the end mark of a PDF is missing, as it is in one that was not transferred to its end. */
export function isCutShort(bytes: Uint8Array): boolean {
  return !new TextDecoder('latin1').decode(bytes.subarray(-END_MARK_REACH)).includes('%%EOF');
}

function refusal(error: unknown, name: string): ArbiterError {
  const problem =
    kindOf(error) === 'PasswordException'
      ? 'is encrypted with a password; save it without one and try again.'
      : 'is not a readable PDF file: it is broken, cut short or of another format.';
  return new ArbiterError('INVALID_REQUEST', `${name} ${problem}`, { details: { name }, cause: error });
}

/** Errors of the library come out of a thread of its own; their names are what is left of their classes. */
function kindOf(error: unknown): unknown {
  return error instanceof Object && 'name' in error ? error.name : '';
}

/**
 * A file whose end is missing or broken has lost the trailer, which says where its catalog is. The catalog names its own
 * type. With a new trailer, a reader finds the other objects by looking through the file.
 *
 * @returns undefined if no catalog stands in plain sight
 */
function withTrailer(bytes: Uint8Array): Uint8Array | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const last = [...text.matchAll(CATALOG)].at(-1);
  const head = last && [...text.slice(Math.max(0, last.index - REACH), last.index).matchAll(OBJECT_HEAD)].at(-1);
  if (!head) return undefined;
  const trailer = `\ntrailer\n<< /Root ${head[1]} ${head[2]} R >>\nstartxref\n0\n%%EOF\n`;
  return Buffer.concat([bytes, Buffer.from(trailer, 'latin1')]);
}
