import { isCompoundFile } from '@arbiter/adapter-kit/documents';
import { ArbiterError } from '@arbiter/contracts';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

/** Files in one container; the thickest encyclopaedias have some thousand. */
const MAX_ENTRIES = 20_000;
/** What is unpacked of one container, whatever its directory claims: some 50 long novels. */
const MAX_UNPACKED_BYTES = 128 * 1_024 * 1_024;

/**
 * A document that is a ZIP archive of parts. Parts are unpacked in memory, one by one, and no more of them than a document
 * can have. So neither a bomb nor a path that leads out of the archive does harm.
 */
export class ZipContainer {
  private unpacked = 0;

  private constructor(
    private readonly file: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
    private readonly name: string,
    private readonly signal: AbortSignal,
  ) {}

  /** @throws ArbiterError INVALID_REQUEST when the bytes are no ZIP archive, or one that no program wrote in good faith */
  static async open(bytes: Uint8Array, name: string, signal: AbortSignal): Promise<ZipContainer> {
    signal.throwIfAborted();
    if (isCompoundFile(bytes)) {
      if (/\.msg$/i.test(name)) throw refusal(name, 'is no readable message of Outlook: it is broken; save it anew.');
      throw refusal(name, 'is encrypted with a password, or in an old format of Office; save it anew without one.');
    }
    try {
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const file = await fromBufferPromise(buffer, { lazyEntries: true, validateEntrySizes: true });
      if (file.entryCount > MAX_ENTRIES) throw refusal(name, `holds more than ${MAX_ENTRIES} files.`);
      const entries = new Map<string, Entry>();
      for await (const entry of file.eachEntry()) {
        signal.throwIfAborted();
        if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry);
      }
      return new ZipContainer(file, entries, name, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ArbiterError) throw error;
      throw refusal(name, 'is broken, cut short or of another format: its ZIP archive cannot be read.', error);
    }
  }

  /** Paths of all files, in the order of the archive. */
  get paths(): string[] {
    return [...this.entries.keys()].filter((path) => !path.endsWith('/'));
  }

  /**
   * @returns the content of a file; undefined when the container has none of that path
   * @throws ArbiterError INVALID_REQUEST when it is encrypted or broken, or when more is unpacked than a document holds
   */
  async read(path: string): Promise<Uint8Array | undefined> {
    const content = await this.readPart(path);
    if (content instanceof BrokenPart)
      throw refusal(this.name, `is broken: ${path} in it cannot be unpacked.`, content.cause);
    return content;
  }

  /**
   * As {@link read}, for what a document can do without.
   *
   * @returns null for a file that is broken
   */
  async readIfWhole(path: string): Promise<Uint8Array | null | undefined> {
    const content = await this.readPart(path);
    return content instanceof BrokenPart ? null : content;
  }

  private async readPart(path: string): Promise<Uint8Array | BrokenPart | undefined> {
    const entry = this.entries.get(path);
    if (!entry) return undefined;
    if (entry.isEncrypted())
      throw refusal(this.name, 'is encrypted with a password; save it without one and try again.');
    // Before anything is unpacked: what a bomb states is enough.
    this.refuseBeyond(this.unpacked + entry.uncompressedSize);
    try {
      const parts: Buffer[] = [];
      for await (const part of await this.file.openReadStreamPromise(entry)) {
        this.signal.throwIfAborted();
        this.take((part as Buffer).length);
        parts.push(part as Buffer);
      }
      return new Uint8Array(Buffer.concat(parts));
    } catch (error) {
      this.signal.throwIfAborted();
      if (error instanceof ArbiterError) throw error;
      return new BrokenPart(error);
    }
  }

  private take(bytes: number): void {
    this.unpacked += bytes;
    this.refuseBeyond(this.unpacked);
  }

  private refuseBeyond(bytes: number): void {
    if (bytes <= MAX_UNPACKED_BYTES) return;
    throw refusal(this.name, `unpacks to more than ${MAX_UNPACKED_BYTES / 1_024 / 1_024} MiB.`);
  }
}

class BrokenPart {
  constructor(readonly cause: unknown) {}
}

/** A refusal of the whole document; `problem` follows its name. */
export function refusal(name: string, problem: string, cause?: unknown): ArbiterError {
  return new ArbiterError('INVALID_REQUEST', `${name} ${problem}`, { details: { name }, cause });
}
