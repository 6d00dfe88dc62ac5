import { z } from 'zod';
import { modelReport, modelTerms } from '../model-call.js';
import { defineOperation, WRITING_DEADLINE_MS } from '../operation/define-operation.js';
import { CollectionName, type Passage } from '../passage.js';
import { SearchFilters } from './search-filters.js';

export const SEARCH_METHODS = ['vector', 'keyword', 'hybrid'] as const;

/** Longest question that any arm accepts, in UTF-16 code units. */
export const MAX_QUERY_LENGTH = 8_192;

export const FUSION_METHODS = ['feedback', 'z-score', 'min-max', 'rrf'] as const;

/** One list's contribution to a passage. */
export const ListExplanation = z.strictObject({
  /** `vector`, `keyword`, or either after feedback (`vector+feedback`). */
  list: z.string(),
  /** From 1; null if the list's own search did not find the passage and only scored it. */
  rank: z.int().min(1).nullable(),
  /** On the scale of the list: a cosine, a BM25 score. Null if the list has no score for it. */
  score: z.number().nullable(),
  /** Addend in the fused score. */
  contribution: z.number(),
});

/** All scores that determined the rank of a result. */
export const SearchExplanation = z.strictObject({
  lists: z.array(ListExplanation),
  /** Fusion method, e.g. `feedback`, `z-score`, `rrf`. */
  fusion: z.string(),
  fused_rank: z.int().min(1),
  /** Weighed. */
  fused_score: z.number(),
  /** Extra: below 1 for machine-made text, above for a preferred path. Absent: 1. */
  weight: z.number().min(0).optional(),
  /** Null if no reranker scored this passage. */
  rerank: z.strictObject({ reranker: z.string(), score: z.number() }).nullable(),
  /** The basis of the estimated relevance, independent of the lists. */
  evidence: z.strictObject({
    /** Cosine with the original query; null without vectors. */
    cosine: z.number().nullable(),
    /** Share of the query's terms in title, headings or text, weighted by rarity. */
    coverage: z.number().min(0).max(1),
  }),
  /** The relevance before it was made monotonic along the ranks. */
  estimated_relevance: z.number().min(0).max(1),
});
export type SearchExplanation = z.output<typeof SearchExplanation>;

export const SearchMethod = z.enum(SEARCH_METHODS);
export type SearchMethod = z.output<typeof SearchMethod>;

/** A question in words. NUL and unpaired surrogates are refused, because they indicate binary input. */
export const QueryText = z
  .string()
  .trim()
  .min(1)
  .max(MAX_QUERY_LENGTH)
  .refine((text) => !text.includes('\0') && text.isWellFormed(), 'must be well-formed text');

/**
 * Fusion of the lists of a hybrid search. `rrf`: reciprocal ranks. `min-max`, `z-score`: normalised scores, with every
 * candidate scored by every list. `feedback`: z-scores of a second search that uses the results of the first.
 */
export const FusionMethod = z.enum(FUSION_METHODS);
export type FusionMethod = z.output<typeof FusionMethod>;

/** Optional parts of a search: an index, the language model for the synthesis, or its budget. */
export const SearchPart = z.enum(['vector', 'keyword', 'language-model', 'model-budget']);
export type SearchPart = z.output<typeof SearchPart>;

/**
 * How a world that changes is taken into account, in collections with a knowledge graph. Empty: as it stands after the last
 * session.
 */
export const StateOfWorld = z.strictObject({ asOfSession: z.int().min(0).optional() });
export type StateOfWorld = z.output<typeof StateOfWorld>;

/** The published request of the retriever arm, with its field names (design document 003), and our extras. */
export const SearchRequest = z.strictObject({
  query: QueryText,
  /** Default: the arm's configuration, as for `limit` and `min_relevance_score`. */
  method: SearchMethod.optional().meta({ default: 'hybrid' }),
  limit: z.int().min(1).max(100).optional().meta({ default: 10 }),
  filters: SearchFilters.default({}),
  /** Bound on the calibrated relevance, 0–1, not on a raw score. */
  min_relevance_score: z.number().min(0).max(1).optional().meta({ default: 0.5 }),
  include_citations: z.boolean().default(true),
  /** Extra: the collections to search; absent: the whole library. */
  knowledge_bases: z.array(CollectionName).min(1).max(32).optional(),
  /** Extra: false skips the synthesis (`synthesis: null`), for callers that write their own. Default: true. */
  include_synthesis: z.boolean().optional(),
  /** Extra: every result shows its rank and score in each list. */
  explain: z.boolean().optional(),
  /** Extra: fusion method of a hybrid search. Default: the arm's choice. */
  fusion: FusionMethod.optional(),
  /** Extra: share of the vectors in a hybrid search, 0–1; keywords have the rest. Default: the arm's choice. */
  vector_weight: z.number().min(0).max(1).optional(),
  /** Extra: whether the best candidates are reranked. Default: the arm's choice. */
  rerank: z.boolean().optional(),
  /** Extra: most passages of one document. */
  max_per_document: z.int().min(1).max(100).optional(),
  /** Extra: searches the records of sessions besides, first those that changed what the question is about. */
  state: StateOfWorld.optional(),
  /** Extras: terms for the language model of the synthesis. */
  ...modelTerms,
});
export type SearchRequest = z.output<typeof SearchRequest>;

/** Fields of a result's `metadata` besides the document's own metadata. They override equal keys. */
export const PassageMetadata = z.looseObject({
  chunk_id: z.string(),
  document_id: z.string(),
  collection: CollectionName,
  start: z.int().min(0),
  end: z.int().min(0),
  title: z.string(),
  section: z.array(z.string()),
  page: z.int().min(1).nullable(),
});

export const SearchResult = z.strictObject({
  content: z.string(),
  source: z.string(),
  relevance_score: z.number().min(0).max(1),
  /** From 1. */
  rank: z.int().min(1),
  metadata: PassageMetadata,
  /** Extra, only if requested. */
  explanation: SearchExplanation.optional(),
});
export type SearchResult = z.output<typeof SearchResult>;

/** Of an answer to whoever asks for more than is published. */
export const SearchExtras = z.strictObject({
  /** Parts that could not take part. Empty if there are none. */
  degraded: z.array(SearchPart),
  /** Collections that could not be searched, with reasons. */
  failed_knowledge_bases: z.array(z.strictObject({ name: CollectionName, code: z.string() })),
  /** Remarks for the caller, such as a language that is not covered. */
  notices: z.array(z.string()),
  /** Usage and calls of language models. */
  ...modelReport,
});
export type SearchExtras = z.output<typeof SearchExtras>;

/** The published answer, whose keys are fixed. What is new belongs into {@link SearchExtras}. */
const PublishedSearchResponse = z.strictObject({
  results: z.array(SearchResult),
  query: z.string(),
  method_used: SearchMethod,
  total_results: z.int().min(0),
  /** With markers [n] that point to `citations[n - 1]`; null if nothing was found or no synthesis was requested. */
  synthesis: z.string().nullable(),
  /** Distinct sources, in the order of the markers; without a synthesis, by rank of the results. */
  citations: z.array(z.string()),
});

/** The extras stand in it if the request has any field that is not published. */
export const SearchResponse = PublishedSearchResponse.extend(SearchExtras.partial().shape);
export type SearchResponse = z.output<typeof SearchResponse>;

export const search = defineOperation({
  name: 'retriever.search',
  summary: 'Search one or more knowledge bases and, if wanted, summarise the passages with citations.',
  input: SearchRequest,
  output: SearchResponse,
  annotations: {
    mode: 'What was done: the method, and what came after it; of a synthesis how it was made, or why not as it should be.',
    notice:
      'Remarks on the search, in fixed words separated by commas: language-not-covered, script-not-covered, phrase-not-found.',
    degraded: 'What could not take part, separated by commas; absent when all is well.',
    timing: 'Milliseconds that each stage took, as in Server-Timing.',
  },
  errors: ['NOT_FOUND'],
  role: 'reader',
  idempotent: true,
  deadlineMs: WRITING_DEADLINE_MS,
  http: { method: 'POST', path: '/search' },
  mcp: { tool: 'hybrid-search', aliases: ['vector-search', 'keyword-search'] },
  examples: {
    'the query alone': { query: 'What are the benefits of hybrid search?' },
    'every published field': {
      query: 'What are the benefits of hybrid search?',
      method: 'hybrid',
      limit: 10,
      filters: { category: 'search', year: [2023, 2024], date_from: '2024-01-01' },
      min_relevance_score: 0.5,
      include_citations: true,
    },
    'every filter': {
      query: 'hybrid search',
      filters: {
        'author.name': { not: 'Ann' },
        year: { gte: 2020, lt: 2026 },
        updated: { gt: '2024-03-15T08:00:00Z' },
        tags: { in: ['search', 'ranking'], exists: true },
        draft: { not: { exists: true } },
        date_from: '2024',
        date_to: '2024-06-30',
      },
    },
  },
});

/** The passage of a search result. */
export function passageOf({ content, source, relevance_score, metadata }: SearchResult): Passage {
  const { chunk_id, document_id, collection, start, end, title, section, page, ...own } = metadata;
  return {
    chunkId: chunk_id,
    documentId: document_id,
    collection,
    text: content,
    start,
    end,
    title,
    source,
    section,
    page,
    metadata: own,
    score: relevance_score,
  };
}

/** Fields of the published request (design document 003). */
const PUBLISHED: ReadonlySet<string> = new Set<keyof SearchRequest>([
  'query',
  'method',
  'limit',
  'filters',
  'min_relevance_score',
  'include_citations',
]);

/** @returns the extras for a request that has any field of ours, else nothing: a published request gets the published keys */
export function extrasFor(request: SearchRequest, extras: SearchExtras): Partial<SearchExtras> {
  const fields = Object.entries(request).filter(([, value]) => value !== undefined);
  return fields.every(([field]) => PUBLISHED.has(field)) ? {} : extras;
}
