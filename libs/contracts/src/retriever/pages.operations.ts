import { z } from 'zod';
import { modelReport, modelTerms } from '../model-call.js';
import { defineOperation, WRITING_DEADLINE_MS } from '../operation/define-operation.js';
import { CollectionName, Passage } from '../passage.js';
import { SearchFilters } from './search-filters.js';
import { QueryText, SearchPart } from './search.operation.js';

/** Passages that a found page shows at most. */
export const MAX_PASSAGES_OF_PAGE = 5;

/** Words of a page that are shown at most, in UTF-16 code units: a page of small print. */
export const MAX_WORDS_OF_PAGE = 8_000;

/** A page that a search has found. */
export const FoundPage = z.strictObject({
  collection: CollectionName,
  documentId: z.string().min(1),
  title: z.string(),
  /** Origin of the document, as ingested: a relative path or a URL. */
  source: z.string(),
  /** From 1. */
  page: z.int().min(1),
  /** Calibrated relevance of its best passage, 0–1; of a page that only its picture was found by: how well that fits, 0–1. */
  score: z.number().min(0).max(1),
  /** How well its picture fits, 0–1, the mean of the query's best cosines; absent where the picture did not find it. */
  pictureScore: z.number().min(0).max(1).optional(),
  /** `text`: the words on it, recognised ones included; `picture`: the vectors of its picture. */
  foundBy: z.array(z.enum(['text', 'picture'])).min(1),
  /** Offsets of its text in the document, in UTF-16 code units. */
  start: z.int().min(0),
  end: z.int().min(0),
  /** The words on it: `document.text.slice(start, end)`, cut at {@link MAX_WORDS_OF_PAGE}. Empty for a page without any. */
  words: z.string().max(MAX_WORDS_OF_PAGE),
  /** Those on it that the search of the words has found, best first. */
  passages: z.array(Passage).max(MAX_PASSAGES_OF_PAGE),
});
export type FoundPage = z.output<typeof FoundPage>;

export const searchPages = defineOperation({
  name: 'retriever.search-pages',
  summary:
    'Find pages of documents by the words on them and, where a page embedder is set up, by their pictures: diagrams, charts, tables, layouts.',
  input: z.strictObject({
    query: QueryText,
    limit: z.int().min(1).max(50).default(3),
    /** Absent: all of the library. */
    collections: z.array(CollectionName).min(1).max(32).optional(),
    /** Leaves out documents of a later session, by the number in their metadata `session`; not beside a filter by that key. */
    asOfSession: z.int().min(0).optional(),
    /** By metadata of the documents. */
    filters: SearchFilters.optional(),
  }),
  output: z.strictObject({
    /** Best first. */
    pages: z.array(FoundPage).max(50),
    /** `text`: no page embedder is set up, or none answered. */
    method: z.enum(['text', 'fused']),
    /** Parts that could not take part. */
    degraded: z.array(z.union([SearchPart, z.enum(['page-embedder', 'reader'])])),
  }),
  errors: ['NOT_FOUND'],
  role: 'reader',
  idempotent: true,
  deadlineMs: 20_000,
  http: { method: 'POST', path: '/v1/search-pages' },
  mcp: { tool: 'search-pages' },
  examples: {
    'the question alone': { query: 'Where does the bell wire enter the oil room?' },
    'every field': {
      ...{ query: 'The chart of the coast', limit: 5, collections: ['charts'], asOfSession: 3 },
      filters: { chapter: ['north', 'south'] },
    },
  },
});

/** Sentences that are read from one page at most. */
export const MAX_READ_SENTENCES = 12;

export const interpretPage = defineOperation({
  name: 'retriever.interpret-page',
  summary: 'Have a vision model read the picture of a page for a question, in sentences that stay to be checked.',
  input: z.strictObject({
    query: QueryText,
    documentId: z.string().min(1).max(128),
    /** From 1. */
    page: z.int().min(1),
    ...modelTerms,
  }),
  output: z.strictObject({
    /** `words`: no vision model is set up, or the budget leaves it no room, and nothing was read. */
    mode: z.enum(['read', 'words']),
    degraded: z.literal('model-over-budget').optional(),
    /** What the picture says to the question, a sentence each; none where it says nothing. */
    sentences: z.array(z.string().min(1).max(2_000)).max(MAX_READ_SENTENCES),
    ...modelReport,
  }),
  errors: ['NOT_FOUND'],
  role: 'reader',
  idempotent: true,
  deadlineMs: WRITING_DEADLINE_MS,
  http: { method: 'POST', path: '/v1/interpret-page' },
  examples: { 'a page': { query: 'Where does the bell ring?', documentId: 'd1', page: 2 } },
});
