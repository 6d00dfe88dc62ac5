import { z } from 'zod';
import { brokenLine, BYTE_ORDER_MARK, streamJsonLines } from '../json-lines.js';
import type { Judgements } from '../metrics/ranking-metrics.js';

/** Ids are text; sets that write numbers mean the same id. */
export const SetId = z.union([z.string().min(1), z.int()]).transform(String);
const OptionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? '');

/** A line of `corpus.jsonl` (Thakur et al., BEIR, NeurIPS 2021). Unknown fields are ignored. */
export const CorpusPassage = z
  .object({ _id: SetId, title: OptionalText, text: OptionalText })
  .transform(({ _id, title, text }) => ({ id: _id, title, text }));
export type CorpusPassage = z.output<typeof CorpusPassage>;

/** A line of `queries.jsonl`. */
export const RetrievalQuery = z
  .object({ _id: SetId, text: OptionalText })
  .transform(({ _id, text }) => ({ id: _id, text }));
export type RetrievalQuery = z.output<typeof RetrievalQuery>;

/** Counts of the passages of a corpus, and of the lines left out. */
export interface CorpusCounts {
  /** Passages that were read out. */
  readonly passages: number;
  /** Lines whose id an earlier line has: the first holds. */
  readonly duplicates: number;
  /** Without title and text: there is nothing to find. */
  readonly empty: number;
}

/** Passages of a corpus in the order of its lines, as they are read. */
export class CorpusReader implements AsyncIterable<CorpusPassage> {
  readonly #ids = new Set<string>();
  #duplicates = 0;
  #empty = 0;

  /**
   * @param chunks of the text of `corpus.jsonl`, cut anywhere between characters
   * @param file its name, for messages
   */
  constructor(
    private readonly chunks: AsyncIterable<string>,
    private readonly file: string,
  ) {}

  /** @throws ArbiterError INVALID_REQUEST that names file and line of the first line that is no passage */
  async *[Symbol.asyncIterator](): AsyncGenerator<CorpusPassage, void, undefined> {
    for await (const { value: passage } of streamJsonLines(this.chunks, this.file, CorpusPassage)) {
      if (this.#ids.has(passage.id)) this.#duplicates += 1;
      else if (passage.title.trim() === '' && passage.text.trim() === '') this.#empty += 1;
      else {
        this.#ids.add(passage.id);
        yield passage;
      }
    }
  }

  /** Of the passages so far. */
  get counts(): CorpusCounts {
    return { passages: this.#ids.size, duplicates: this.#duplicates, empty: this.#empty };
  }

  /** Whether a passage of this id was given out. */
  has(id: string): boolean {
    return this.#ids.has(id);
  }
}

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

export interface TableRow<Columns extends readonly string[]> {
  readonly cells: { readonly [Index in keyof Columns]: string };
  /** From 1. */
  readonly line: number;
}

/**
 * Reads tab-separated values. A first line that holds the columns' names is left out, as are empty lines and further
 * cells of a line.
 *
 * @param file name for messages
 * @throws ArbiterError INVALID_REQUEST that names file and line of the first line with fewer cells than columns
 */
export function readTable<const Columns extends readonly string[]>(
  tsv: string,
  file: string,
  columns: Columns,
): TableRow<Columns>[] {
  const text = tsv.startsWith(BYTE_ORDER_MARK) ? tsv.slice(1) : tsv;
  return text.split('\n').flatMap((content, index) => {
    const line = index + 1;
    const cells = content.replace(/\r$/, '').split('\t');
    if (content.trim() === '' || (line === 1 && cells[0]?.trim() === columns[0])) return [];
    if (cells.length < columns.length || columns.some((_, column) => column < 2 && cells[column]?.trim() === '')) {
      throw brokenLine({ file, line }, `expected ${columns.join(', ')}, separated by tabs.`);
    }
    return [{ cells: cells.slice(0, columns.length) as TableRow<Columns>['cells'], line }];
  });
}
