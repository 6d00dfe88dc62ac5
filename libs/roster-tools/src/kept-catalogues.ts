import { DataSet, findUnits, type Catalogue } from '@arbiter/roster';

interface Kept {
  readonly catalogue: Catalogue;
  readonly contentHash: string;
  /** UTF-16 units of what it was read from; it takes some twenty times the memory. */
  readonly length: number;
}

/** UTF-16 units of all that is kept. */
const MAX_LENGTH = 8_000_000;
/** Armies that are kept together with what they draw on. */
const MAX_DATA_SETS = 8;

/** Catalogues that were read stay as long as there is room, the one used last longest: reading one takes a second. */
export class KeptCatalogues {
  private readonly byEntity = new Map<string, Kept>();
  private readonly dataSets: DataSet[] = [];

  get(entityId: string, contentHash: string): Catalogue | undefined {
    const kept = this.byEntity.get(entityId);
    if (kept?.contentHash !== contentHash) return undefined;
    this.byEntity.delete(entityId);
    this.byEntity.set(entityId, kept);
    return kept.catalogue;
  }

  put(entityId: string, kept: Kept): void {
    this.byEntity.delete(entityId);
    this.byEntity.set(entityId, kept);
    let total = 0;
    for (const { length } of this.byEntity.values()) total += length;
    for (const [oldest, { length }] of this.byEntity) {
      if (total <= MAX_LENGTH || oldest === entityId) break;
      this.byEntity.delete(oldest);
      total -= length;
    }
  }

  /** The same object for the same catalogues: what was found out about it is kept with it. */
  dataSet(primary: Catalogue, related: readonly Catalogue[]): DataSet {
    const known = this.dataSets.find(
      ({ catalogues: [first, ...others] }) =>
        isSame(first, primary) && others.length === related.length && related.every((one, at) => one === others[at]),
    );
    if (known) return known;
    const data = new DataSet(primary.library ? withUnitsAtRoot(primary) : primary, related);
    this.dataSets.unshift(data);
    this.dataSets.splice(MAX_DATA_SETS);
    return data;
  }
}

/** A library has no army of its own; its units are reckoned as if it had one of all of them. */
const LIBRARIES = new WeakMap<Catalogue, Catalogue>();

function withUnitsAtRoot(library: Catalogue): Catalogue {
  const known = LIBRARIES.get(library);
  if (known) return known;
  const entries = new Set([...library.selectionEntries, ...findUnits(library)]);
  const rooted = { ...library, selectionEntries: [...entries] };
  LIBRARIES.set(library, rooted);
  return rooted;
}

function isSame(first: Catalogue | undefined, primary: Catalogue): boolean {
  return first === primary || (first !== undefined && first === LIBRARIES.get(primary));
}
