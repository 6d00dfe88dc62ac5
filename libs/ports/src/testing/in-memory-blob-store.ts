import { compareCodeUnits } from '@arbiter/contracts';
import {
  assertBlobKey,
  BLOB_KINDS,
  type BlobKey,
  type BlobKind,
  type BlobStore,
  type ByteRange,
  type ListedBlob,
  MeasuredBytes,
  type OpenBlob,
  type StoredBlob,
} from '../blob-store.js';
import { answer } from './clock.js';

/** A BlobStore that ends with the process. */
export class InMemoryBlobStore implements BlobStore {
  readonly #blobs = new Map<string, { readonly content: Buffer; readonly putAt: number }>();

  /** @param now milliseconds since the Unix epoch */
  constructor(private readonly now: () => number = Date.now) {}

  async put(key: BlobKey, content: Uint8Array | AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<StoredBlob> {
    signal.throwIfAborted();
    assertBlobKey(key);
    const measure = new MeasuredBytes();
    const pieces: Uint8Array[] = [];
    for await (const piece of measure.of(content, signal)) pieces.push(piece.slice());
    this.#blobs.set(idOf(key), { content: Buffer.concat(pieces), putAt: this.now() });
    return measure.measured();
  }

  open(key: BlobKey, signal: AbortSignal, range?: ByteRange): Promise<OpenBlob | null> {
    return answer(signal, () => {
      const found = this.#blobs.get(idOf(key))?.content;
      if (!found) return null;
      return { bytes: found.length, content: piecesOf(range ? found.subarray(range.start, range.end) : found) };
    });
  }

  size(key: BlobKey, signal: AbortSignal): Promise<number | null> {
    return answer(signal, () => this.#blobs.get(idOf(key))?.content.length ?? null);
  }

  delete(key: BlobKey, signal: AbortSignal): Promise<boolean> {
    return answer(signal, () => this.#blobs.delete(idOf(key)));
  }

  list(collection: string, kind: BlobKind, signal: AbortSignal): Promise<readonly ListedBlob[]> {
    return answer(signal, () => {
      const prefix = idOf({ collection, kind, name: '' });
      return [...this.#blobs]
        .filter(([id]) => id.startsWith(prefix))
        .map(([id, { content, putAt }]) => ({ name: id.slice(prefix.length), bytes: content.length, putAt }))
        .sort((a, b) => compareCodeUnits(a.name, b.name));
    });
  }

  deleteCollection(collection: string, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      const prefixes = BLOB_KINDS.map((kind) => idOf({ collection, kind, name: '' }));
      for (const id of this.#blobs.keys()) if (prefixes.some((prefix) => id.startsWith(prefix))) this.#blobs.delete(id);
    });
  }
}

async function* piecesOf(content: Buffer): AsyncGenerator<Uint8Array, void> {
  const MIB = 2 ** 20;
  for (let from = 0; from < content.length; from += MIB) {
    await Promise.resolve();
    yield Uint8Array.from(content.subarray(from, from + MIB));
  }
}

function idOf({ collection, kind, name }: BlobKey): string {
  return `${collection}\0${kind}\0${name}`;
}
