import { z } from 'zod';

/** Instructions for the load generator, as JSON in its first argument. */
export const LoadPlan = z.strictObject({
  /** Of the search operation. */
  url: z.url(),
  /** Process whose processor time is measured beside the load. */
  serverPid: z.int().min(1),
  /** Connections that are kept, each with one request at a time. */
  clients: z.int().min(1),
  warmUpSeconds: z.number().min(0),
  seconds: z.number().positive(),
  /** The load ends earlier when so many searches were sent. */
  maxSearches: z.int().min(1),
  /** Of the stream of questions: another seed, other questions. */
  seed: z.int(),
  /** Questions that are asked again and again; 0: no question twice. */
  distinctQuestions: z.int().min(0),
  /** Fields of the request beside `query`. */
  request: z.record(z.string(), z.unknown()),
});
export type LoadPlan = z.output<typeof LoadPlan>;

/** Results of the load generator, as JSON on its standard output; times in milliseconds. */
export const LoadResult = z.strictObject({
  searches: z.int(),
  errors: z.int(),
  /** The first one that was seen, for people. */
  firstError: z.string().nullable(),
  /** Results that an answer held, on average. */
  meanResults: z.number(),
  elapsedMs: z.number(),
  latencies: z.array(z.number()),
  /** Stage to its mean duration as the server reports it: waiting included. */
  stageMs: z.record(z.string(), z.number()),
  ownCpuMs: z.number(),
  /** Of the server in the same span. */
  serverThreads: z.array(z.strictObject({ id: z.int(), name: z.string(), cpuMs: z.number() })),
  bytesPerAnswer: z.number(),
});
export type LoadResult = z.output<typeof LoadResult>;

/**
 * What a request says beside its query. The threshold is 0, so that every search has results to show: the texts were
 * written by chance and are relevant to nothing.
 */
const COMMON = { min_relevance_score: 0, include_synthesis: false };

/** Name of a method in figures to the fields of its request. */
export const MEASURED_REQUESTS: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map<
  string,
  Readonly<Record<string, unknown>>
>([
  ['keyword', { ...COMMON, method: 'keyword' }],
  ['vector', { ...COMMON, method: 'vector' }],
  ['fast', { ...COMMON, fusion: 'z-score' }],
  ['default', COMMON],
  ['fast+synthesis', { min_relevance_score: 0, fusion: 'z-score' }],
  ['default+synthesis', { min_relevance_score: 0 }],
]);
