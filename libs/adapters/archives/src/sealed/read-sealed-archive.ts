import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ArbiterError } from '@arbiter/contracts';
import tar, { type Extract } from 'tar-stream';
import { z } from 'zod';
import {
  comparePaths,
  END_NAME,
  FILES_PER_MANIFEST,
  FILES_PREFIX,
  HEADER_NAME,
  isSafePath,
  ManifestLine,
  manifestName,
  MAX_PARSED_BYTES,
  refuse,
  SealedEnd,
  SealedHeader,
  SEALED_VERSION,
  TAR_OVERHEAD,
} from './sealed-format.js';

type Entry = Extract extends AsyncIterable<infer E> ? E : never;

const HIGHEST_BYTES = 2 ** 50;
const TAR_BLOCK = 512;
/** Two blocks of zeros end an archive (POSIX.1-1988, ustar). */
const TAR_END = 2 * TAR_BLOCK;

/** Receives what an archive holds. What it throws ends the reading. */
export interface SealedVisitor {
  /** Before any file; the sizes are those that files are held to. */
  readonly onHeader?: (header: SealedHeader) => Promise<void>;
  /** Reads the content to its end. It is proven only once {@link readSealedArchive} has resolved. */
  readonly onFile?: (path: string, content: AsyncIterable<Uint8Array>, size: number) => Promise<void>;
}

/**
 * Reads an archive from its beginning to its end and compares every file with its checksum. Memory does not grow with the number
 * or the sizes of files, and nothing is unpacked beyond the sizes that the header states.
 *
 * @throws ArbiterError INVALID_REQUEST with `details.reason`: `foreign`, `newer`, `damaged` (with `details.path`), `truncated`,
 *   or `unsafe` for paths that lead elsewhere, links, and more than was stated; the system's error; the signal's reason. For an
 *   archive that is no longer whole they come before whatever the visitor made of its content's error
 */
export async function readSealedArchive(
  source: string,
  { onHeader, onFile }: SealedVisitor,
  signal: AbortSignal,
): Promise<SealedHeader> {
  const reading = new Reading();
  const extract = tar.extract();
  const gunzip = createGunzip();
  const unpacked = new Transform({
    transform(block: Buffer, _encoding, done) {
      done(reading.spend(block), block);
    },
  });
  const flow = pipeline(createReadStream(source), gunzip, unpacked, extract, { signal }).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  try {
    for await (const entry of extract) {
      const { name } = entry.header;
      if (!reading.header) {
        const header = await reading.readHeader(entry);
        await onHeader?.(header);
      } else if (name.startsWith(FILES_PREFIX)) await reading.readFile(entry, onFile);
      else await reading.readSeal(entry);
      entry.resume();
    }
    const failure = await flow;
    if (failure) throw failure.error;
    // What follows the last member is not unpacked where it begins with a zero.
    if (gunzip.bytesWritten < (await stat(source)).size) throw reading.goesOn();
    return reading.finish();
  } catch (thrown) {
    extract.destroy();
    signal.throwIfAborted();
    const failure = await flow;
    const isOurs = thrown instanceof ArbiterError && reading.broken === null;
    throw reading.faultOf(isOurs ? thrown : (failure?.error ?? reading.broken ?? thrown));
  }
}

/** What was read of an archive so far. */
class Reading {
  header: SealedHeader | null = null;
  /** With what the content of a file ended that did not come to its end. */
  broken: unknown = null;
  private readonly seal = createHash('sha256');
  private readonly found = { files: 0, bytes: 0, manifests: 0 };
  private unproven: ManifestLine[] = [];
  private last: string | null = null;
  private isEnded = false;
  /** Of the last entry. */
  private endBytes = 0;
  /** Zeros at the end of what was unpacked so far. */
  private zeros = 0;
  /** What may still be unpacked, in bytes. */
  private allowed = MAX_PARSED_BYTES;

  /** @returns an error for more than the header states */
  spend(block: Uint8Array): Error | null {
    this.allowed -= block.length;
    const last = block.findLastIndex((byte) => byte !== 0);
    this.zeros = last === -1 ? this.zeros + block.length : block.length - 1 - last;
    return this.allowed >= 0 ? null : refuse('unsafe', 'The backup unpacks to more than it states.');
  }

  async readHeader(entry: Entry): Promise<SealedHeader> {
    if (entry.header.name !== HEADER_NAME) throw foreign();
    const text = await textOf(entry);
    const parsed = SealedHeader.safeParse(jsonOf(text));
    if (!parsed.success) throw foreign();
    const header = parsed.data;
    if (header.version > SEALED_VERSION) {
      const remedy = header.needs === undefined ? 'update Arbiter' : `update Arbiter to ${header.needs} or later`;
      throw refuse(
        'newer',
        `The backup has version ${header.version}, this Arbiter reads up to ${SEALED_VERSION}: ${remedy}.`,
        {
          version: header.version,
          reads: SEALED_VERSION,
        },
      );
    }
    const manifests = Math.ceil(header.files / FILES_PER_MANIFEST);
    this.allowed +=
      Math.min(header.bytes, HIGHEST_BYTES) +
      header.files * TAR_OVERHEAD +
      (manifests + 2) * (MAX_PARSED_BYTES + TAR_OVERHEAD);
    this.seal.update(text);
    return (this.header = header);
  }

  async readFile(entry: Entry, onFile: SealedVisitor['onFile']): Promise<void> {
    const path = entry.header.name.slice(FILES_PREFIX.length);
    this.#refuseUnsafe(entry, path);
    const size = entry.header.size;
    this.found.files += 1;
    this.found.bytes += size;
    const { files = 0, bytes = 0 } = this.header ?? {};
    if (this.found.files > files || this.found.bytes > bytes)
      throw refuse('unsafe', 'The backup holds more than it states.', { path });
    const hash = createHash('sha256');
    const blocks = told(entry, (error) => (this.broken = error));
    const content = (async function* () {
      for await (const block of blocks) {
        hash.update(block);
        yield block;
      }
    })();
    if (onFile) await onFile(path, content, size);
    // What the visitor has left.
    for await (const _block of content);
    this.unproven.push({ path, size, sha256: hash.digest('hex') });
  }

  /** Reads a manifest and holds it against the files before it, or reads the end. */
  async readSeal(entry: Entry): Promise<void> {
    const { name } = entry.header;
    if (this.isEnded) throw this.goesOn({ path: name });
    if (name === END_NAME) return this.#readEnd(entry);
    this.found.manifests += 1;
    if (name !== manifestName(this.found.manifests))
      throw refuse('damaged', `"${name}" is not a part of the backup at this place.`, { path: name });
    const text = await textOf(entry);
    this.seal.update(text);
    const lines = z.array(ManifestLine).safeParse(text.trimEnd().split('\n').map(jsonOf));
    if (!lines.success) throw refuse('damaged', `"${name}" of the backup is damaged.`, { path: name });
    for (const [index, stated] of lines.data.entries()) this.#prove(stated, this.unproven[index]);
    if (this.unproven.length > lines.data.length)
      throw refuse('damaged', `The backup has no checksum of "${this.unproven[lines.data.length]?.path}".`);
    this.unproven = [];
  }

  finish(): SealedHeader {
    if (!this.header) throw foreign();
    if (!this.isEnded) throw this.#truncated();
    const padding = (TAR_BLOCK - (this.endBytes % TAR_BLOCK)) % TAR_BLOCK;
    if (this.zeros !== padding + TAR_END) throw this.goesOn();
    return this.header;
  }

  goesOn(details: { readonly path?: string } = {}): ArbiterError {
    return refuse('damaged', 'The backup goes on after its end: something was appended to it.', details);
  }

  /** zlib and tar-stream tell of broken bytes by their messages and codes. */
  faultOf(thrown: unknown): unknown {
    if (thrown instanceof ArbiterError) return thrown;
    const { code, message } = thrown as { readonly code?: unknown; readonly message?: unknown };
    const isSystem = typeof code === 'string' && /^E[A-Z]+$/.test(code);
    if (isSystem) return thrown;
    if (!this.header) return foreign(thrown);
    if (this.isEnded) return this.goesOn();
    if (code === 'Z_BUF_ERROR' || /unexpected end/i.test(String(message))) return this.#truncated(thrown);
    const why = `The backup is damaged: its bytes cannot be unpacked ${this.#place()}.`;
    return refuse('damaged', why, this.#placeDetails(), thrown);
  }

  #truncated(cause?: unknown): ArbiterError {
    const why = `The backup has no end: it was cut off, or is not written to its end, ${this.#place()}.`;
    return refuse('truncated', why, this.#placeDetails(), cause);
  }

  /** What was unpacked ahead may be whole, and is not looked at any more. */
  #place(): string {
    const { files } = this.found;
    const of = `of ${this.header?.files ?? 0}`;
    return files === 0 ? `before the first file ${of}` : `at file ${files} ${of} or later ("${this.last}")`;
  }

  #placeDetails(): Readonly<Record<string, unknown>> {
    return { files: this.found.files, ...(this.last !== null && { path: this.last }) };
  }

  #prove(stated: ManifestLine, found: ManifestLine | undefined): void {
    if (found?.path === stated.path && found.size === stated.size && found.sha256 === stated.sha256) return;
    const { path } = stated;
    throw refuse('damaged', `"${path}" of the backup is damaged: its content is not what its checksum states.`, {
      path,
    });
  }

  async #readEnd(entry: Entry): Promise<void> {
    const end = SealedEnd.safeParse(jsonOf(await textOf(entry)));
    const { files, bytes } = this.found;
    const isWhole =
      end.success &&
      this.unproven.length === 0 &&
      end.data.files === files &&
      end.data.bytes === bytes &&
      files === this.header?.files &&
      bytes === this.header.bytes &&
      end.data.sha256 === this.seal.digest('hex');
    if (!isWhole) throw refuse('damaged', 'The backup does not hold what it states.', { files, bytes });
    this.isEnded = true;
    this.endBytes = entry.header.size;
  }

  #refuseUnsafe({ header: { type } }: Entry, path: string): void {
    if (type !== 'file') throw refuse('unsafe', `"${path}" of the backup is no file, but ${type}.`, { path });
    if (!isSafePath(path)) throw refuse('unsafe', `"${path}" of the backup leads elsewhere.`, { path });
    if (this.last !== null && comparePaths(this.last, path) >= 0)
      throw refuse('unsafe', `"${path}" of the backup is there twice, or at the wrong place.`, { path });
    if (this.isEnded) throw this.goesOn({ path });
    // A manifest must come first; without a bound, files that are never proven would fill the memory.
    if (this.unproven.length >= FILES_PER_MANIFEST)
      throw refuse('damaged', `The backup has no checksum of "${this.unproven[0]?.path}".`, { path });
    this.last = path;
  }
}

async function textOf(entry: Entry): Promise<string> {
  if (entry.header.type !== 'file' || entry.header.size > MAX_PARSED_BYTES)
    throw refuse('unsafe', `"${entry.header.name}" of the backup is larger than it can be.`);
  const blocks: Uint8Array[] = [];
  for await (const block of entry as AsyncIterable<Uint8Array>) blocks.push(block);
  return Buffer.concat(blocks).toString('utf8');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function foreign(cause?: unknown): ArbiterError {
  return refuse('foreign', 'This is no backup of Arbiter.', {}, cause);
}

/** The blocks of an entry; an error of them is also told to somebody who is not given what a reader makes of it. */
async function* told(entry: Entry, onError: (error: unknown) => void): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* entry as AsyncIterable<Uint8Array>;
  } catch (error) {
    onError(error);
    throw error;
  }
}
