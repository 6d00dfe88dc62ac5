import { brokenLine } from '../json-lines/parse-json-line.js';
import type { Judgements } from '../metrics/ranking-metrics.js';
import { readTable } from './read-table.js';

/** Judgements of each query, by its id. */
export type JudgementsByQuery = ReadonlyMap<string, Judgements>;

/**
 * Reads `qrels/<split>.tsv`: query-id, corpus-id, score, with a header. A pair that is judged twice has its last score.
 *
 * @throws ArbiterError INVALID_REQUEST that names file and line of the first line without two ids and a number
 */
export function readJudgements(tsv: string, file: string): JudgementsByQuery {
  const byQuery = new Map<string, Map<string, number>>();
  for (const { cells, line } of readTable(tsv, file, ['query-id', 'corpus-id', 'score'])) {
    const [queryId, passageId, score] = cells;
    const grade = Number(score);
    if (score.trim() === '' || !Number.isFinite(grade)) {
      throw brokenLine({ file, line }, `the score "${score}" is no number.`);
    }
    const ofQuery = byQuery.get(queryId) ?? new Map<string, number>();
    byQuery.set(queryId, ofQuery.set(passageId, grade));
  }
  return byQuery;
}
