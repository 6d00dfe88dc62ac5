import { createHash, randomBytes } from 'node:crypto';
import {
  ArbiterError,
  fileNameFrom,
  type OperationOutput,
  type OperationRequest,
  PIECE_BYTES,
  type Upload,
  type upload,
  UPLOAD_BYTES,
} from '@arbiter/contracts';
import busboy from 'busboy';
import type { Request } from 'express';
import { discardBody, refuseCoding } from './read-json-body.js';
import { HttpRequestError } from './send-problem.js';

/** Files and fields of one request; a folder of pages has some hundreds. */
const MAX_PARTS = 1_000;
/** Heads of the parts and fields beside the files, all together, in bytes. */
const MAX_AROUND_BYTES = 1_024 * 1_024;
/** How long to wait for the removal of what was stored of a request that failed, in milliseconds. */
const DISCARD_MS = 60_000;

/** Stores one piece; the signal ends the call. */
export type StorePiece = (
  piece: OperationRequest<typeof upload>,
  signal: AbortSignal,
) => Promise<OperationOutput<typeof upload>>;

/**
 * Takes the files of a form (RFC 7578) as they come, without holding more than some pieces. Fields without a file are left out.
 * Of a request that fails, or whose client goes away, nothing is kept.
 *
 * @param signal aborted when the client has gone
 * @param limitBytes of all files together
 * @throws ArbiterError INVALID_REQUEST for a form that is broken, empty or holds too many files (status 415: that is no form),
 *   PAYLOAD_TOO_LARGE above the limit, and as `store`
 */
export async function receiveFiles(
  req: Request,
  store: StorePiece,
  signal: AbortSignal,
  limitBytes = UPLOAD_BYTES,
): Promise<{ uploads: Upload[] }> {
  refuseOtherBodies(req, limitBytes);
  const files = new FileStorer(store);
  try {
    await parseForm(req, files, signal, limitBytes);
    if (files.uploads.length > 0) return { uploads: files.uploads };
    throw new ArbiterError('INVALID_REQUEST', 'The form holds no file.');
  } catch (cause) {
    await files.discard();
    if (cause instanceof ArbiterError) throw cause;
    throw new ArbiterError('INVALID_REQUEST', 'The form is broken: no boundary, or no end.', { cause });
  }
}

function refuseOtherBodies(req: Request, limitBytes: number): void {
  refuseCoding(req);
  if (!/^multipart\/form-data *;/i.test(req.headers['content-type'] ?? ''))
    throw new HttpRequestError(415, 'Files are sent as a form: Content-Type: multipart/form-data.', {
      'Accept-Post': 'multipart/form-data',
    });
  if (Number(req.headers['content-length'] ?? 0) > limitBytes + MAX_AROUND_BYTES) throw tooLarge(limitBytes);
}

async function parseForm(req: Request, files: FileStorer, signal: AbortSignal, limitBytes: number): Promise<void> {
  const form = busboy({
    headers: req.headers,
    // Folders that are dropped on a page keep their paths.
    preservePath: true,
    defParamCharset: 'utf8',
    // The form tells of its limit with the last part that it admits.
    limits: { parts: MAX_PARTS + 1 },
  });
  let work: Promise<void> = Promise.resolve();
  let received = 0;
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error): void => {
      req.unpipe(form);
      form.destroy();
      discardBody(req);
      files.stop();
      // What is under way would come after what takes it back.
      const refuse = (): void => reject(error);
      void work.then(refuse, refuse);
    };
    form.on('file', (_field, content, { filename }) => {
      // Read below; until then an error of a file must not end the process.
      content.on('error', () => undefined);
      work = work.then(() => files.add(filename, content));
      work.catch(fail);
    });
    form.on('partsLimit', () => fail(new ArbiterError('INVALID_REQUEST', `A form holds at most ${MAX_PARTS} files.`)));
    form.on('error', fail);
    form.on('close', () => void work.then(resolve, fail));
    req.on('data', (bytes: Buffer) => {
      received += bytes.length;
      if (received > limitBytes + MAX_AROUND_BYTES) fail(tooLarge(limitBytes));
    });
    signal.addEventListener('abort', () => fail(signal.reason as Error), { once: true });
    req.pipe(form);
  });
}

/** Stores files piece by piece, and takes all of them back where one fails. */
class FileStorer {
  readonly uploads: Upload[] = [];
  /** Ids with the number of pieces sent. */
  readonly #begun = new Map<string, number>();
  readonly #stopping = new AbortController();

  constructor(private readonly store: StorePiece) {}

  stop(): void {
    this.#stopping.abort(new ArbiterError('CANCELLED', 'The request broke off.'));
  }

  /** @param filename as the form names it; undefined for none */
  async add(filename: string | undefined, content: AsyncIterable<Buffer>): Promise<void> {
    this.#stopping.signal.throwIfAborted();
    const uploadId = `u-${randomBytes(16).toString('hex')}`;
    const hash = createHash('sha256');
    let [index, bytes] = [0, 0];
    let last: Buffer = Buffer.alloc(0);
    for await (const piece of inPieces(content, PIECE_BYTES)) {
      hash.update(piece);
      bytes += piece.length;
      // The last piece goes with the end.
      if (last.length > 0) await this.#send(uploadId, index++, last);
      last = piece;
    }
    const end = { name: fileNameFrom(filename ?? ''), bytes, sha256: hash.digest('hex') };
    this.uploads.push(...(await this.#send(uploadId, index, last, end)).uploads);
  }

  /** Best effort: what stays goes after a day. */
  async discard(): Promise<void> {
    const signal = AbortSignal.timeout(DISCARD_MS);
    for (const [uploadId, index] of this.#begun)
      await this.store({ uploadId, index, data: '', discard: true }, signal).catch(() => undefined);
  }

  #send(uploadId: string, index: number, piece: Buffer, end?: Omit<Upload, 'uploadId'>): ReturnType<StorePiece> {
    this.#begun.set(uploadId, index);
    return this.store({ uploadId, index, data: piece.toString('base64'), ...(end && { end }) }, this.#stopping.signal);
  }
}

/** The same bytes in pieces of one size, but for the last. Of no bytes there is no piece. */
async function* inPieces(content: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer, void> {
  let held: Buffer = Buffer.alloc(0);
  for await (const bytes of content) {
    held = Buffer.concat([held, bytes]);
    for (; held.length >= size; held = held.subarray(size)) yield held.subarray(0, size);
  }
  if (held.length > 0) yield held;
}

function tooLarge(limitBytes: number): ArbiterError {
  return new ArbiterError('PAYLOAD_TOO_LARGE', `The files of one request have at most ${limitBytes} bytes together.`, {
    details: { limitBytes },
  });
}
