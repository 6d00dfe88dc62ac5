import type { Passage } from '@arbiter/contracts';

export interface PassageSearchOptions {
  /** Passages at most, 1–100. */
  readonly limit: number;
  /** Calibrated relevance to the query below which a passage is left out, 0–1. */
  readonly minRelevance: number;
  /** True leaves out feedback and reranking, which give nothing to a query of names. Default false. */
  readonly plain?: boolean;
  /** True searches by vectors alone: for a text whose words nobody has asked for. Default false. */
  readonly byMeaning?: boolean;
  /** Id of the sub-query that this search is made for; absent for a search that no plan has. */
  readonly subQuery?: string;
}

export interface FoundPassages {
  /** Best first. */
  readonly passages: readonly Passage[];
  /** Indexes that could not answer. */
  readonly degraded: readonly string[];
  /** What the models do not cover, a sentence each. */
  readonly notices: readonly string[];
}

/** All that the retrieval of a plan needs from outside. Implementations end with the question that they search for. */
export interface PassageSearch {
  /** @throws ArbiterError of the retriever, or of the question's deadline */
  search(query: string, options: PassageSearchOptions): Promise<FoundPassages>;
}
