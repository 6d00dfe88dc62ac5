import { MACHINE_MADE, PREFERRED } from '@arbiter/contracts';
import type { ChunkFilter, CollectionCatalog, FilterCondition, KeywordIndex } from '@arbiter/ports';
import { valueIfMissing, type IndexCalls } from '../calls/index-calls.js';
import type { SearchTarget } from './search-target.js';

const MARKS = [MACHINE_MADE, PREFERRED].map((key): FilterCondition => ({ key, test: { kind: 'exists' } }));

/** Chunks without a mark of their origin. Filters know no "or": marked chunks are those that do not pass this one. */
export const UNMARKED: ChunkFilter = MARKS.map((mark) => ({ ...mark, negated: true }));

interface KnownCollection {
  readonly index: string;
  readonly generation: string;
  readonly holdsMarks: boolean;
}

/** Which collections hold marked chunks. Most hold none, and their candidates need not be looked at. */
export class MarkedCollections {
  /** By name. Contents that change are another generation. */
  private readonly known = new Map<string, KnownCollection>();

  constructor(
    private readonly catalog: Pick<CollectionCatalog, 'generation'>,
    private readonly keywordIndex: Pick<KeywordIndex, 'count'>,
  ) {}

  /**
   * @param calls holds the failure of a count
   * @returns true as well where it cannot be told
   */
  async mayHoldMarks({ collection, index }: SearchTarget, calls: IndexCalls, signal: AbortSignal): Promise<boolean> {
    const generation = await this.catalog.generation(collection, signal).catch(() => null);
    if (generation === null) return true;
    const known = this.known.get(collection);
    if (known?.index === index && known.generation === generation) return known.holdsMarks;
    const counts = await Promise.all(
      MARKS.map((mark) =>
        calls.ask('keyword', { collection }, (limited) =>
          this.keywordIndex.count(index, limited, [mark]).catch(valueIfMissing(0)),
        ),
      ),
    );
    if (counts.includes(null)) return true;
    const holdsMarks = counts.some((count) => count !== 0);
    this.known.set(collection, { index, generation, holdsMarks });
    return holdsMarks;
  }
}
