import { compareCodeUnits } from '@arbiter/contracts';
import { assertBlobKey, type BlobKey, type BlobKind, type BlobStore, type ByteRange } from '../blob-store.js';
import { answer } from './clock.js';

/** A BlobStore that ends with the process. */
export class InMemoryBlobStore implements BlobStore {
  #blobs: (BlobKey & { readonly bytes: Uint8Array; readonly putAt: number })[] = [];

  /** @param now milliseconds since the Unix epoch */
  constructor(private readonly now: () => number = Date.now) {}

  put(key: BlobKey, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      assertBlobKey(key);
      this.#blobs = [...this.#without(key), { ...key, bytes: Uint8Array.from(bytes), putAt: this.now() }];
    });
  }

  get(key: BlobKey, signal: AbortSignal, range?: ByteRange): Promise<Buffer | null> {
    return answer(signal, () => {
      assertBlobKey(key);
      const found = this.#blobs.find((blob) => isAt(blob, key));
      return found ? Buffer.from(found.bytes.slice(range?.start, range?.end)) : null;
    });
  }

  delete(key: BlobKey, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      assertBlobKey(key);
      this.#blobs = this.#without(key);
    });
  }

  list(collection: string, kind: BlobKind, signal: AbortSignal, prefix = '') {
    return answer(signal, () =>
      this.#blobs
        .filter((blob) => blob.collection === collection && blob.kind === kind && blob.name.startsWith(prefix))
        .map(({ name, putAt }) => ({ name, putAt }))
        .sort((a, b) => compareCodeUnits(a.name, b.name)),
    );
  }

  deleteCollection(collection: string, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      this.#blobs = this.#blobs.filter((blob) => blob.collection !== collection);
    });
  }

  #without(key: BlobKey) {
    return this.#blobs.filter((blob) => !isAt(blob, key));
  }
}

function isAt(blob: BlobKey, { collection, kind, name }: BlobKey): boolean {
  return blob.collection === collection && blob.kind === kind && blob.name === name;
}
