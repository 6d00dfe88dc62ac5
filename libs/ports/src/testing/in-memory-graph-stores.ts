import type { ChangelogEvent, GraphCorrectionEvent } from '@arbiter/contracts';
import {
  assertContinues,
  type ChangelogStore,
  type EventLog,
  type GraphCorrectionStore,
  type NumberedEvent,
} from '../event-log.js';
import { assertExtractionPart, type ExtractionStore } from '../extraction-store.js';
import { assertSnapshot, type GraphSnapshot, type GraphStore, graphVersionTaken } from '../graph-store.js';
import { answer } from './clock.js';

/** An EventLog that ends with the process. */
class InMemoryEventLog<E extends NumberedEvent> implements EventLog<E> {
  readonly #logs = new Map<string, E[]>();

  append(
    collection: string,
    events: readonly E[],
    { after }: { readonly after: number },
    signal: AbortSignal,
  ): Promise<void> {
    return answer(signal, () => {
      if (events.length === 0) return;
      const log = this.#logs.get(collection) ?? [];
      assertContinues(collection, events, after, log.length);
      this.#logs.set(collection, [...log, ...structuredClone(events)]);
    });
  }

  read(collection: string, { after = 0 }: { readonly after?: number }, signal: AbortSignal): Promise<readonly E[]> {
    return answer(signal, () => structuredClone((this.#logs.get(collection) ?? []).slice(after)));
  }

  lastId(collection: string, signal: AbortSignal): Promise<number> {
    return answer(signal, () => this.#logs.get(collection)?.length ?? 0);
  }

  delete(collection: string, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      this.#logs.delete(collection);
    });
  }
}

export class InMemoryChangelogStore extends InMemoryEventLog<ChangelogEvent> implements ChangelogStore {}

export class InMemoryGraphCorrectionStore
  extends InMemoryEventLog<GraphCorrectionEvent>
  implements GraphCorrectionStore {}

/** A GraphStore that ends with the process. */
export class InMemoryGraphStore implements GraphStore {
  /** The current snapshot, and the one before. */
  readonly #snapshots = new Map<string, readonly GraphSnapshot[]>();

  put(collection: string, { version, bytes }: GraphSnapshot, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      assertSnapshot({ version, bytes });
      const present = this.#snapshots.get(collection) ?? [];
      const same = present.find((snapshot) => snapshot.version === version);
      if (same && Buffer.compare(same.bytes, bytes) !== 0) throw graphVersionTaken(collection, version);
      const others = present.filter((snapshot) => snapshot !== same);
      this.#snapshots.set(collection, [{ version, bytes: bytes.slice() }, ...others].slice(0, 2));
    });
  }

  currentVersion(collection: string, signal: AbortSignal): Promise<string | null> {
    return answer(signal, () => this.#snapshots.get(collection)?.[0]?.version ?? null);
  }

  read(collection: string, version: string, signal: AbortSignal): Promise<Uint8Array | null> {
    return answer(signal, () => {
      const found = this.#snapshots.get(collection)?.find((snapshot) => snapshot.version === version);
      return found?.bytes.slice() ?? null;
    });
  }

  prune(collection: string, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      const present = this.#snapshots.get(collection);
      if (present) this.#snapshots.set(collection, present.slice(0, 1));
    });
  }

  delete(collection: string, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      this.#snapshots.delete(collection);
    });
  }
}

/** An ExtractionStore that ends with the process. */
export class InMemoryExtractionStore implements ExtractionStore {
  readonly #parts = new Map<string, Map<string, Uint8Array>>();

  read(collection: string, part: string, signal: AbortSignal): Promise<Uint8Array | null> {
    return answer(signal, () => this.#parts.get(collection)?.get(part)?.slice() ?? null);
  }

  put(collection: string, part: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      assertExtractionPart(part, bytes);
      const parts = this.#parts.get(collection) ?? new Map<string, Uint8Array>();
      this.#parts.set(collection, parts.set(part, bytes.slice()));
    });
  }

  prune(collection: string, kept: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      const parts = [...(this.#parts.get(collection) ?? [])].filter(([part]) => kept.has(part));
      this.#parts.set(collection, new Map(parts));
    });
  }

  delete(collection: string, signal: AbortSignal): Promise<void> {
    return this.prune(collection, new Set(), signal);
  }
}
