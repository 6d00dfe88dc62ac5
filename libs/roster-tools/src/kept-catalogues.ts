import { DataSet, findUnits, type Catalogue } from '@arbiter/roster';

/** What one run has read: its tools open the same books, and what is found out about a data set is kept with it. */
export class KeptCatalogues {
  private readonly byEntity = new Map<string, Catalogue>();
  private readonly byPrimary = new Map<Catalogue, DataSet>();

  get(entityId: string): Catalogue | undefined {
    return this.byEntity.get(entityId);
  }

  put(entityId: string, catalogue: Catalogue): void {
    this.byEntity.set(entityId, catalogue);
  }

  dataSet(primary: Catalogue, related: readonly Catalogue[]): DataSet {
    const known = this.byPrimary.get(primary);
    if (known) return known;
    const data = new DataSet(primary.library ? withUnitsAtRoot(primary) : primary, related);
    this.byPrimary.set(primary, data);
    return data;
  }
}

/** A library has no army of its own; its units are reckoned as if it had one of all of them. */
function withUnitsAtRoot(library: Catalogue): Catalogue {
  return { ...library, selectionEntries: [...new Set([...library.selectionEntries, ...findUnits(library)])] };
}
