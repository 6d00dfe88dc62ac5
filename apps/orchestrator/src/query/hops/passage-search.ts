import { passageOf, search, type Passage } from '@arbiter/contracts';
import type { OperationClient, OperationContext } from '@arbiter/messaging';

export interface PassageSearchOptions {
  /** Passages at most, 1–100. */
  readonly limit: number;
  /** Calibrated relevance to the query below which a passage is left out, 0–1. */
  readonly minRelevance: number;
  /** True leaves out feedback and reranking, which give nothing to a query of names. Default false. */
  readonly plain?: boolean;
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

/** Longest query that the retriever takes. */
const MAX_QUERY = 8_192;

/** Asks the retriever on behalf of one question. */
export class RetrieverPassageSearch implements PassageSearch {
  /** @param collections to search; all of the library when undefined */
  constructor(
    private readonly client: OperationClient,
    private readonly collections: readonly string[] | undefined,
    private readonly parent: OperationContext,
  ) {}

  async search(query: string, { limit, minRelevance, plain = false }: PassageSearchOptions): Promise<FoundPassages> {
    const answer = await this.client.request(
      search,
      {
        query: query.slice(0, MAX_QUERY).toWellFormed(),
        limit,
        min_relevance_score: minRelevance,
        include_synthesis: false,
        ...(plain && { fusion: 'z-score' as const, rerank: false }),
        ...(this.collections && { knowledge_bases: [...this.collections] }),
      },
      { parent: this.parent },
    );
    const { results, degraded = [], notices = [] } = answer;
    return { passages: results.map(passageOf), degraded, notices };
  }
}
