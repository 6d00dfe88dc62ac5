import type { LanceStore } from './lance.store.js';
import { ResidentVectors } from './resident-vectors.js';
import type { OpenedTable } from './table-version.js';

interface Residence {
  readonly version: string;
  searches: number;
  bytes: number;
  vectors: ResidentVectors | null;
}

/**
 * Which collections have their vectors in memory: those whose present version is searched again and again, as many as
 * fit. While a collection is written to, each commit is a version of its own, and searches read from the disk.
 */
export class ResidentTables {
  /** The collection that was searched last stands last. */
  private readonly residences = new Map<string, Residence>();

  constructor(
    private readonly store: Pick<LanceStore, 'read' | 'inBackground' | 'maxResidentBytes' | 'residentAfterSearches'>,
  ) {}

  /** @returns the vectors when they are there; does not count as a search */
  peek({ collection, version }: OpenedTable): ResidentVectors | null {
    const residence = this.residences.get(collection);
    return residence?.version === version ? residence.vectors : null;
  }

  /**
   * Counts a search, and begins to load the vectors when it is time.
   *
   * @param bytes of all vectors
   * @returns null until they are there
   */
  async of(opened: OpenedTable, bytes: number): Promise<ResidentVectors | null> {
    const { collection, version } = opened;
    const { maxResidentBytes, residentAfterSearches } = this.store;
    if (bytes === 0 || bytes > maxResidentBytes) return null;
    const known = this.residences.get(collection);
    const residence = known?.version === version ? known : { version, searches: 0, bytes: 0, vectors: null };
    this.residences.delete(collection);
    this.residences.set(collection, residence);
    residence.searches += 1;
    if (residence.searches === Math.max(1, residentAfterSearches)) {
      residence.bytes = bytes;
      this.makeRoom();
      const loading = this.load(collection, residence);
      this.store.inBackground(loading);
      if (residentAfterSearches === 0) await loading;
    }
    return residence.vectors;
  }

  /** With a table of its own: that of the search is closed before all is read. */
  private async load(collection: string, residence: Residence): Promise<void> {
    try {
      await this.store.read(collection, 'vectors', async ({ table, version }) => {
        if (version === residence.version) residence.vectors = await ResidentVectors.load(table);
      });
    } catch {
      // Searches go on reading from the disk, where the cause shows; so many searches later it is tried again.
      residence.searches = 0;
      residence.bytes = 0;
    }
  }

  /** Lets go of the collections whose last search is longest ago. */
  private makeRoom(): void {
    let bytes = [...this.residences.values()].reduce((sum, residence) => sum + residence.bytes, 0);
    for (const [collection, residence] of this.residences) {
      if (bytes <= this.store.maxResidentBytes) break;
      bytes -= residence.bytes;
      this.residences.delete(collection);
    }
  }
}
