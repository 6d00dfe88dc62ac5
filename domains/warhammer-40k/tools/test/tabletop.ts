import { DataSet, readCatalogue, type Catalogue } from '../src/catalogue/index.js';
import { tabletopRecords, type TabletopSize } from '../src/roster/testing/index.js';

/** An army of a generated data set with all that it draws on. */
export function tabletopArmy(name: string, size: TabletopSize): DataSet {
  const catalogues = [...tabletopRecords(size).values()].map((record) => readCatalogue(record)!);
  const primary = catalogues.find((one) => one.name === name)!;
  const drawn = new Set(drawsOf(primary));
  for (const id of drawn)
    for (const one of catalogues) if (one.id === id) for (const more of drawsOf(one)) drawn.add(more);
  return new DataSet(
    primary,
    catalogues.filter((one) => one !== primary && drawn.has(one.id)),
  );
}

function drawsOf({ gameSystemId, catalogueLinks }: Catalogue): string[] {
  return [gameSystemId, ...catalogueLinks.map(({ targetId }) => targetId)];
}
