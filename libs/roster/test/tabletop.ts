import { DataSet, readCatalogue, type Catalogue } from '../src/index.js';
import { tabletopRecords, type TabletopSize } from '../src/testing/index.js';

/** An army of a generated data set with all that it draws on. */
export function tabletopArmy(name: string, size: TabletopSize): DataSet {
  const catalogues = [...tabletopRecords(size).values()].map((record) => readCatalogue(record)!);
  const primary = catalogues.find((one) => one.name === name)!;
  const drawn = new Set([primary.gameSystemId, ...primary.catalogueLinks.map(({ targetId }) => targetId)]);
  return new DataSet(
    primary,
    catalogues.filter(({ id }: Catalogue) => drawn.has(id)),
  );
}
