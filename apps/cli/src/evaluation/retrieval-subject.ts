import type { SearchFilters, SearchResult } from '@arbiter/contracts';
import type { JudgedQuery, QuerySelection } from '@arbiter/evaluation';
import type { CommandContext } from '../command.context.js';
import type { ExitCode } from '../exit-code.js';
import type { Library } from '../library/library.js';

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
