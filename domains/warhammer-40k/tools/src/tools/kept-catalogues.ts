import { DataSet, findUnits, type Catalogue } from '@arbiter/adapters-battlescribe/catalogue';

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
    const data = new DataSet(primary.library ? withUnitsAtRoot(primary, related) : primary, related);
    this.byPrimary.set(primary, data);
    return data;
  }
}

/** Units of a library that no root leads to are reckoned as if it had an army of them. */
function withUnitsAtRoot(library: Catalogue, related: readonly Catalogue[]): Catalogue {
  const data = new DataSet(library, related);
  const atRoot = new Set(data.rootEntries().map((entry) => data.targetOf(entry)?.id));
  const units = findUnits(library).filter(({ id }) => !atRoot.has(id));
  return units.length === 0 ? library : { ...library, selectionEntries: [...library.selectionEntries, ...units] };
}
