import { z } from 'zod';
import { modelReport, modelTerms } from '../model-call.js';
import { defineOperation } from '../operation/define-operation.js';
import { CollectionName, type Passage } from '../passage.js';
import { SearchFilters } from './search-filters.js';

export const SEARCH_METHODS = ['vector', 'keyword', 'hybrid'] as const;

/** Longest question that any arm accepts, in UTF-16 code units. */
export const MAX_QUERY_LENGTH = 8_192;

export const FUSION_METHODS = ['feedback', 'z-score', 'min-max', 'rrf'] as const;

/** One list's say about a passage. */
export const ListExplanation = z.strictObject({
  /** `vector`, `keyword`, or either after feedback (`vector+feedback`). */
  list: z.string(),
  /** From 1; null when the list's own search did not find the passage and it was only scored. */
  rank: z.int().min(1).nullable(),
  /** In the scale of the list: a cosine, a BM25 score. Null when the list has no score for it. */
  score: z.number().nullable(),
  /** What the list added to the fused score. */
  contribution: z.number(),
});

/** Why a result is where it is: every score it came from. */
export const SearchExplanation = z.strictObject({
  lists: z.array(ListExplanation),
  /** How the lists were fused, e.g. `feedback`, `z-score`, `rrf`. */
  fusion: z.string(),
  fused_rank: z.int().min(1),
  fused_score: z.number(),
  /** Null when no reranker ran, or it did not score this passage. */
  rerank: z.strictObject({ reranker: z.string(), score: z.number() }).nullable(),
  /** What the relevance is estimated from, whatever the lists say. */
  evidence: z.strictObject({
    /** With the query as it was asked; null without vectors. */
    cosine: z.number().nullable(),
    /** Share of the query's terms that title, headings or text hold, rare terms counting more. */
    coverage: z.number().min(0).max(1),
  }),
  /** The relevance before it was made to fall along the ranks. */
  estimated_relevance: z.number().min(0).max(1),
});
export type SearchExplanation = z.output<typeof SearchExplanation>;

export const SearchMethod = z.enum(SEARCH_METHODS);
export type SearchMethod = z.output<typeof SearchMethod>;

/** A question in words. NUL and unpaired surrogates have no place in one: they mean that something binary was sent. */
export const QueryText = z
  .string()
  .trim()
  .min(1)
  .max(MAX_QUERY_LENGTH)
  .refine((text) => !text.includes('\0') && text.isWellFormed(), 'must be well-formed text');

/**
 * How the lists of a hybrid search become one: by reciprocal rank (`rrf`), by normalised scores that every list gives to
 * every candidate (`min-max`, `z-score`), or by z-scores of a search that was repeated with what the first one found
 * (`feedback`).
 */
export const FusionMethod = z.enum(FUSION_METHODS);
export type FusionMethod = z.output<typeof FusionMethod>;

/** What a search can go without: an index, the language model that should have written the synthesis, or room for one in the budget. */
export const SearchPart = z.enum(['vector', 'keyword', 'language-model', 'model-budget']);
export type SearchPart = z.output<typeof SearchPart>;

/** Fields of a request that the published interface does not have. */
const EXTRAS = [
  'knowledge_bases',
  'include_synthesis',
  'explain',
  'fusion',
  'rerank',
  'max_per_document',
  'budget',
  'includePrompts',
] as const;

/** The published request of the retriever arm, field names included (design document 003), and our extras. */
export const SearchRequest = z.strictObject({
  query: QueryText,
  /** The arm's configuration decides when absent, as for `limit` and `min_relevance_score`. */
  method: SearchMethod.optional().meta({ default: 'hybrid' }),
  limit: z.int().min(1).max(100).optional().meta({ default: 10 }),
  filters: SearchFilters.default({}),
  /** On the calibrated relevance, 0–1, not on a raw score. */
  min_relevance_score: z.number().min(0).max(1).optional().meta({ default: 0.5 }),
  include_citations: z.boolean().default(true),
  /** Extra: the collections to search; all of the library when absent. */
  knowledge_bases: z.array(CollectionName).min(1).max(32).optional(),
  /** Extra: false leaves the synthesis out (`synthesis: null`), for callers that write their own. Absent means true. */
  include_synthesis: z.boolean().optional(),
  /** Extra: every result says which list gave it which rank and score. */
  explain: z.boolean().optional(),
  /** Extra: how a hybrid search fuses; the arm's own choice when absent. */
  fusion: FusionMethod.optional(),
  /** Extra: whether the best candidates are reranked; the arm's own choice when absent. */
  rerank: z.boolean().optional(),
  /** Extra: at most so many passages of one document. */
  max_per_document: z.int().min(1).max(100).optional(),
  /** Extras: of the language model of synthesis and listwise reranking. */
  ...modelTerms,
});
export type SearchRequest = z.output<typeof SearchRequest>;

/** What `metadata` of a result holds besides the document's own metadata, whose keys these override. */
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
  /** Extra, only when the request asks for it. */
  explanation: SearchExplanation.optional(),
});
export type SearchResult = z.output<typeof SearchResult>;

export const SearchResponse = z.strictObject({
  results: z.array(SearchResult),
  query: z.string(),
  method_used: SearchMethod,
  total_results: z.int().min(0),
  /** With markers [n] that point to `citations[n - 1]`; null when nothing was found or it was not asked for. */
  synthesis: z.string().nullable(),
  /** Sources, each once, in the order of the markers; without a synthesis the results' sources by rank. */
  citations: z.array(z.string()),
  /** Extra, only when the request asks for an extra: what could not take part. Empty when all is well. */
  degraded: z.array(SearchPart).optional(),
  /** Extra, only when the request asks for an extra: collections that could not be searched, and why. */
  failed_knowledge_bases: z.array(z.strictObject({ name: CollectionName, code: z.string() })).optional(),
  /** Extra, only when the request asks for an extra: what a caller should know, such as a language that is not covered. */
  notices: z.array(z.string()).optional(),
  /** Extras, only when the request asks for an extra: what a language model has taken and was asked. */
  ...modelReport,
});
export type SearchResponse = z.output<typeof SearchResponse>;

export const search = defineOperation({
  name: 'retriever.search',
  revision: 1,
  summary: 'Search one or more knowledge bases and, if wanted, summarise the passages with citations.',
  input: SearchRequest,
  output: SearchResponse,
  annotations: {
    mode: 'What was done: the method, and what came after it; of a synthesis how it was made, or why not as it should be.',
    notice:
      'What the model does not cover, in fixed words separated by commas: language-not-covered, script-not-covered.',
    degraded: 'What could not take part, separated by commas; absent when all is well.',
    timing: 'Milliseconds that each stage took, as in Server-Timing.',
  },
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  idempotent: true,
  deadlineMs: 10_000,
  http: { method: 'POST', path: '/search' },
  mcp: { tool: 'hybrid-search', aliases: ['vector-search', 'keyword-search'] },
  examples: {
    accepted: [
      { title: 'the query alone', input: { query: 'What are the benefits of hybrid search?' } },
      {
        title: 'every published field',
        input: {
          query: 'What are the benefits of hybrid search?',
          method: 'hybrid',
          limit: 10,
          filters: { category: 'search', year: [2023, 2024], date_from: '2024-01-01' },
          min_relevance_score: 0.5,
          include_citations: true,
        },
      },
      {
        title: 'every filter',
        input: {
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
    ],
    rejected: [
      { title: 'an empty query', input: { query: '   ' }, field: 'query' },
      { title: 'a limit of 0', input: { query: 'x', limit: 0 }, field: 'limit' },
      { title: 'a limit past 100', input: { query: 'x', limit: 101 }, field: 'limit' },
      { title: 'an unknown method', input: { query: 'x', method: 'semantic' }, field: 'method' },
      { title: 'a query with a NUL', input: { query: 'a\0b' }, field: 'query' },
      {
        title: 'an unknown operator',
        input: { query: 'x', filters: { year: { regex: '^2' } } },
        field: 'filters.year',
      },
      { title: 'a filter that is null', input: { query: 'x', filters: { year: null } }, field: 'filters.year' },
      {
        title: 'a date that is none',
        input: { query: 'x', filters: { date_from: 'last week' } },
        field: 'filters.date_from',
      },
      { title: 'no passage of a document', input: { query: 'x', max_per_document: 0 }, field: 'max_per_document' },
    ],
  },
});

/** The passage that a search result shows. */
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

/** Whether a request holds more than the published fields, and may be answered with more than the published keys. */
export function asksForExtras(request: SearchRequest): boolean {
  return EXTRAS.some((extra) => request[extra] !== undefined);
}
