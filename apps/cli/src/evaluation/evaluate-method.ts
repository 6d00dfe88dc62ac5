import type {
  OperationRequest,
  search as searchOperation,
  SearchFilters,
  SearchResponse,
  SearchResult,
} from '@arbiter/contracts';
import {
  measureRanking,
  rankDocuments,
  type JudgedQuery,
  type QuerySelection,
  type RetrievalFigures,
  type ScoredDocument,
} from '@arbiter/evaluation';
import type { CommandContext } from '../command.context.js';
import type { ExitCode } from '../exit-code.js';
import type { Library } from '../library/library.js';
import { queryTextOf } from './inputs.js';
import type { EvaluationContext } from './evaluate.js';
import type { MethodFields, MethodGroup } from './search-methods.js';

/** Counts of what a set holds and of what of it could not be used, for the report. */
export type SetCounts = Readonly<Record<string, number>>;

/** What retrieval is measured on: documents, and queries with judgements of them. */
export interface RetrievalSubject {
  /** Absolute path of its folder. */
  readonly folder: string;
  /** Name of the part that is asked. */
  readonly split: string;
  readonly selection: QuerySelection;
  /** Name of the folder of its store: sets with the same documents share one. */
  readonly storeName: string;
  /** Folders with domain packs that its documents come from. */
  readonly domainsDirectories: readonly string[];
  /** Puts its documents into a library; what is there already costs little. */
  fill(library: Library, context: CommandContext): Promise<FillResult>;
  /** The judged document that a result is of, by the id that judgements name it with. */
  documentOf(result: SearchResult): string;
  /** What restricts the search to the candidates of a query; null when it has none, and nothing can be found. */
  filtersFor(query: JudgedQuery): SearchFilters | null;
}

export interface FillResult {
  readonly exitCode: ExitCode;
  readonly counts: SetCounts;
}

/** The most that the published operation gives at once. */
export const SEARCH_LIMIT = 100;

/**
 * What every search of an evaluation asks for, whatever the method: all that was found, of each document its best chunk,
 * so that a hundred results are of a hundred documents, and no answer written of it.
 */
export const SEARCH_FIELDS = {
  limit: SEARCH_LIMIT,
  min_relevance_score: 0,
  max_per_document: 1,
  include_synthesis: false,
} as const;

/** One query of one method: a line of the file that `--out` writes. */
export interface QueryRecord {
  readonly method: string;
  readonly id: string;
  readonly query: string;
  readonly figures: RetrievalFigures;
  /** Best first. */
  readonly ranking: readonly ScoredDocument[];
  /** Chunks that the ranking was made of. */
  readonly chunks: number;
  /** Whether an index did not answer. */
  readonly degraded: boolean;
  /** Null when there was nothing to ask. */
  readonly latencyMs: number | null;
}

/**
 * Asks every query by one method, one after the other, and measures the rankings. One search before them, which is not
 * counted, lets the model load.
 *
 * @param names of the method; the first stands in the records
 * @throws ArbiterError of the operations, naming the query
 */
export async function evaluateMethod(
  { names, fields }: MethodGroup,
  subject: RetrievalSubject,
  search: (request: OperationRequest<typeof searchOperation>) => Promise<SearchResponse>,
  context: EvaluationContext,
): Promise<QueryRecord[]> {
  await search({ ...fields, ...SEARCH_FIELDS, query: 'warm up' });
  const measure = async (query: JudgedQuery): Promise<QueryRecord> => {
    const request = requestFor(query, fields, subject);
    const found = request && (await context.timed(() => search(request)));
    const documents = (found?.value.results ?? []).map((result) => ({
      id: subject.documentOf(result),
      score: result.relevance_score,
    }));
    const ranking = rankDocuments(documents, query.id);
    const ids = ranking.map(({ id }) => id);
    return {
      method: names[0],
      id: query.id,
      query: query.text,
      figures: measureRanking(ids, query.judgements),
      ranking,
      chunks: documents.length,
      degraded: (found?.value.degraded ?? []).length > 0,
      latencyMs: found && found.latencyMs,
    };
  };
  return context.each(subject.selection.queries, measure, {
    verb: names.join(' = '),
    nameOf: ({ id }) => `Query ${id}`,
  });
}

/** Null when there is nothing to ask, or nothing to search in. */
function requestFor(
  query: JudgedQuery,
  fields: MethodFields,
  subject: RetrievalSubject,
): OperationRequest<typeof searchOperation> | null {
  const text = queryTextOf(query.text);
  const filters = subject.filtersFor(query);
  return text === null || filters === null ? null : { ...fields, ...SEARCH_FIELDS, query: text, filters };
}
