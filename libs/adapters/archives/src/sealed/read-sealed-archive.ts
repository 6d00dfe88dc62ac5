import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
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
 *   or `unsafe` for paths that lead elsewhere, links, and more than was stated; the system's error; the signal's reason
 */
export async function readSealedArchive(
  source: string,
  { onHeader, onFile }: SealedVisitor,
  signal: AbortSignal,
): Promise<SealedHeader> {
  const reading = new Reading();
  const extract = tar.extract();
  const unpacked = new Transform({
    transform(block: Buffer, _encoding, done) {
      done(reading.spend(block.length), block);
    },
  });
  const flow = pipeline(createReadStream(source), createGunzip(), unpacked, extract, { signal }).then(
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
  } catch (thrown) {
    extract.destroy();
    signal.throwIfAborted();
    const failure = await flow;
    throw faultOf(thrown instanceof ArbiterError ? thrown : (failure?.error ?? thrown), reading.header !== null);
  }
  return reading.finish();
}

/** What was read of an archive so far. */
class Reading {
  header: SealedHeader | null = null;
  private readonly seal = createHash('sha256');
  private readonly found = { files: 0, bytes: 0, manifests: 0 };
  private unproven: ManifestLine[] = [];
  private last: string | null = null;
  private isEnded = false;
  /** What may still be unpacked, in bytes. */
  private allowed = MAX_PARSED_BYTES;

  /** @returns an error for more than the header states */
  spend(bytes: number): Error | null {
    this.allowed -= bytes;
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
    const content = (async function* () {
      for await (const block of entry as AsyncIterable<Uint8Array>) {
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
    if (this.isEnded) throw refuse('damaged', 'The backup goes on after its end.', { path: name });
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
    if (!this.isEnded) throw truncated();
    return this.header;
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
  }

  #refuseUnsafe({ header: { type } }: Entry, path: string): void {
    if (type !== 'file') throw refuse('unsafe', `"${path}" of the backup is no file, but ${type}.`, { path });
    if (!isSafePath(path)) throw refuse('unsafe', `"${path}" of the backup leads elsewhere.`, { path });
    if (this.last !== null && comparePaths(this.last, path) >= 0)
      throw refuse('unsafe', `"${path}" of the backup is there twice, or at the wrong place.`, { path });
    if (this.isEnded) throw refuse('damaged', 'The backup goes on after its end.', { path });
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

function truncated(cause?: unknown): ArbiterError {
  return refuse('truncated', 'The backup has no end: it was cut off, or is not written to its end.', {}, cause);
}

/** zlib and tar-stream tell of broken bytes by their messages and codes. */
function faultOf(thrown: unknown, isOurs: boolean): unknown {
  if (thrown instanceof ArbiterError) return thrown;
  const { code, message } = thrown as { readonly code?: unknown; readonly message?: unknown };
  const isSystem = typeof code === 'string' && /^E[A-Z]+$/.test(code);
  if (isSystem) return thrown;
  if (!isOurs) return foreign(thrown);
  if (code === 'Z_BUF_ERROR' || /unexpected end/i.test(String(message))) return truncated(thrown);
  return refuse('damaged', 'The backup is damaged: its bytes cannot be unpacked.', {}, thrown);
}
