import { ArbiterError, type CollectionManifest, compareCodeUnits } from '@arbiter/contracts';
import type { CollectionCatalog } from '../collection-catalog.js';
import { canonicalJson } from '../canonical-json.js';
import type { SourceCursor } from '../source-cursors.js';
import { answer } from './answer.js';

export class InMemoryCollectionCatalog implements CollectionCatalog {
  readonly #manifests = new Map<string, CollectionManifest>();
  readonly #generations = new Map<string, number>();
  readonly #cursors = new Map<string, Map<string, SourceCursor>>();
  #lastGeneration = 0;

  list(signal: AbortSignal): Promise<readonly CollectionManifest[]> {
    return answer(signal, () => [...this.#manifests.values()].sort((a, b) => compareCodeUnits(a.name, b.name)));
  }

  get(name: string, signal: AbortSignal): Promise<CollectionManifest | null> {
    return answer(signal, () => this.#manifests.get(name) ?? null);
  }

  create(manifest: CollectionManifest, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      const present = this.#manifests.get(manifest.name);
      if (present === undefined) {
        this.#manifests.set(manifest.name, Object.freeze({ ...manifest }));
        this.#renew(manifest.name);
      } else if (settingsOf(present) !== settingsOf(manifest)) {
        throw new ArbiterError('CONFLICT', `Collection "${manifest.name}" was made with other settings.`);
      }
    });
  }

  replace(manifest: CollectionManifest, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      if (!this.#manifests.has(manifest.name)) {
        throw new ArbiterError('NOT_FOUND', `There is no collection "${manifest.name}".`);
      }
      this.#manifests.set(manifest.name, Object.freeze({ ...manifest }));
    });
  }

  generation(name: string, signal: AbortSignal): Promise<string | null> {
    return answer(signal, () => (this.#manifests.has(name) ? String(this.#generations.get(name)) : null));
  }

  advance(name: string, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      this.#renew(name);
    });
  }

  delete(name: string, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      this.#manifests.delete(name);
      this.#cursors.delete(name);
    });
  }

  cursor(collection: string, source: string, signal: AbortSignal): Promise<SourceCursor | null> {
    return answer(signal, () => this.#cursors.get(collection)?.get(source) ?? null);
  }

  keepCursor(collection: string, source: string, cursor: SourceCursor, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      if (!this.#manifests.has(collection)) return;
      const kept = this.#cursors.get(collection) ?? new Map<string, SourceCursor>();
      this.#cursors.set(collection, kept.set(source, { ...cursor }));
    });
  }

  #renew(name: string): void {
    this.#lastGeneration += 1;
    this.#generations.set(name, this.#lastGeneration);
  }
}

/** Everything but the time of creation, for comparison. */
function settingsOf({ createdAt: _createdAt, ...settings }: CollectionManifest): string {
  return canonicalJson(settings);
}
