import { ArbiterError, type CollectionManifest, compareCodeUnits } from '@arbiter/contracts';
import type { CollectionCatalog } from '../collection-catalog.js';
import { canonicalJson } from '../canonical-json.js';
import { answer } from './answer.js';

export class InMemoryCollectionCatalog implements CollectionCatalog {
  readonly #manifests = new Map<string, CollectionManifest>();

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
      } else if (settingsOf(present) !== settingsOf(manifest)) {
        throw new ArbiterError('CONFLICT', `Collection "${manifest.name}" was made with other settings.`);
      }
    });
  }

  delete(name: string, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      this.#manifests.delete(name);
    });
  }
}

/** Everything but the time of creation, for comparison. */
function settingsOf({ createdAt: _createdAt, ...settings }: CollectionManifest): string {
  return canonicalJson(settings);
}
