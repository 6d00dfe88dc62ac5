import { Index, type Table } from '@lancedb/lancedb';

const FACTS_INDEX = 'facts_idx';
const ID_INDEX = 'id_idx';

/**
 * Indexes the facts that filters ask for and the ids that searches are restricted to, once a table is so large that
 * reading the columns takes longer (50 ms for 200,000 rows). Later calls do nothing: `optimize` keeps them up to date.
 */
export async function buildScalarIndexes(table: Table, minimumRows: number): Promise<void> {
  if ((await table.countRows()) < minimumRows) return;
  if (!(await table.indexStats(FACTS_INDEX))) {
    await table.createIndex('facts', { name: FACTS_INDEX, config: Index.labelList() });
  }
  if (!(await table.indexStats(ID_INDEX))) await table.createIndex('id', { name: ID_INDEX, config: Index.btree() });
}
