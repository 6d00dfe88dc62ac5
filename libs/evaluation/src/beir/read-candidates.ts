import { readTable } from './read-table.js';

/** Ids of the passages that are to be ranked for each query, none twice, by the query's id. */
export type CandidatesByQuery = ReadonlyMap<string, readonly string[]>;

/**
 * Reads `candidates.tsv`: query-id, corpus-id, with or without a header.
 *
 * @throws ArbiterError INVALID_REQUEST that names file and line of the first line without two ids
 */
export function readCandidates(tsv: string, file: string): CandidatesByQuery {
  const byQuery = new Map<string, Set<string>>();
  for (const { cells } of readTable(tsv, file, ['query-id', 'corpus-id'])) {
    const [queryId, passageId] = cells;
    byQuery.set(queryId, (byQuery.get(queryId) ?? new Set<string>()).add(passageId));
  }
  return new Map([...byQuery].map(([queryId, passageIds]) => [queryId, [...passageIds]]));
}
