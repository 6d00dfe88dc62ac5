import { z } from 'zod';

/**
 * The requests of Elasticsearch's published API specification (github.com/elastic/elasticsearch-specification, 8.19;
 * its TypeScript form comes with the client), as far as this adapter uses them. Everything is strict: a parameter or a
 * field that the specification does not have is refused, as the server refuses it.
 */
const Fields = z.union([z.string(), z.array(z.string())]);
const Keyword = z.string().max(32_766);
const Flag = z.enum(['true', 'false']);

const TermQuery = z.strictObject({ value: z.string(), boost: z.number().positive().optional() });
const Query: z.ZodType = z.lazy(() =>
  z.union([
    z.strictObject({ match_none: z.strictObject({}) }),
    z.strictObject({ term: z.record(z.enum(['terms']), TermQuery) }),
    z.strictObject({ terms: z.partialRecord(z.enum(['facts', 'id', 'document_id']), z.array(z.string()).max(65_536)) }),
    z.strictObject({
      bool: z.strictObject({
        should: z.array(Query).optional(),
        filter: z.array(Query).optional(),
        must_not: z.array(Query).optional(),
        minimum_should_match: z.int().optional(),
      }),
    }),
  ]),
);
const Order = z.strictObject({ order: z.enum(['asc', 'desc']) });
const Sort = z.array(
  z.partialRecord(z.enum(['_score', '_shard_doc', 'id', 'document_id']), z.union([Order, z.string()])),
);
const Aggregation = z.union([
  z.strictObject({
    composite: z.strictObject({
      size: z.int().min(1).max(65_536),
      sources: z.array(z.record(z.string(), z.strictObject({ terms: z.strictObject({ field: z.string() }) }))),
      after: z.record(z.string(), z.string()).optional(),
    }),
  }),
  z.strictObject({ filters: z.strictObject({ filters: z.array(Query).min(1) }) }),
]);

const SearchBody = z.strictObject({
  size: z.int().min(0).max(10_000),
  query: Query.optional(),
  sort: Sort.optional(),
  _source: z.union([z.boolean(), Fields]).optional(),
  track_total_hits: z.union([z.boolean(), z.int()]).optional(),
  search_after: z.array(z.union([z.string(), z.number()])).optional(),
  aggs: z.record(z.string(), Aggregation).optional(),
  pit: z.strictObject({ id: z.string(), keep_alive: z.string() }).optional(),
});

const IndexBody = z.strictObject({
  aliases: z.record(z.string(), z.strictObject({})),
  settings: z.strictObject({
    number_of_shards: z.int().min(1),
    auto_expand_replicas: z.string(),
    refresh_interval: z.string(),
    merge: z.unknown(),
    analysis: z.strictObject({
      analyzer: z.record(
        z.string(),
        z.strictObject({ type: z.literal('custom'), tokenizer: z.string(), filter: z.array(z.string()) }),
      ),
    }),
    similarity: z.record(z.string(), z.strictObject({ type: z.literal('BM25'), k1: z.number(), b: z.number() })),
  }),
  mappings: z.strictObject({
    dynamic: z.enum(['strict', 'runtime', 'true', 'false']),
    _meta: z.record(z.string(), z.unknown()),
    properties: z.record(
      z.string(),
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('keyword'), doc_values: z.boolean().optional() }),
        z.strictObject({ type: z.literal('object'), enabled: z.boolean() }),
        z.strictObject({
          type: z.literal('text'),
          analyzer: z.string(),
          similarity: z.string(),
          index_options: z.enum(['docs', 'freqs', 'positions', 'offsets']),
          norms: z.boolean(),
        }),
      ]),
    ),
  }),
});

const Target = z.strictObject({ _id: z.string().min(1).max(512), routing: z.string().min(1) });
/** A line of a bulk request that names an operation. */
export const BulkAction = z.union([z.strictObject({ index: Target }), z.strictObject({ delete: Target })]);
/** The line behind an `index`: what the adapter's mapping, which is strict, takes. */
export const BulkDocument = z.strictObject({
  id: Keyword,
  document_id: Keyword,
  terms: z.string(),
  facts: z.array(Keyword),
  chunk: z.looseObject({ text: z.string(), metadata: z.string() }),
});

/** One endpoint: what its address, its query string and its body may be. `ndjson`: a bulk body, line by line. */
export interface Endpoint {
  readonly name: string;
  readonly target: RegExp;
  readonly query: z.ZodType;
  readonly body: z.ZodType | 'none' | 'ndjson';
}

const INDEX = '[a-z0-9][^/ "*\\\\<|>?,#]*';
const target = (pattern: string): RegExp => new RegExp(`^${pattern.replaceAll('{index}', INDEX)}$`);
const none = z.strictObject({});
const SearchQuery = z.strictObject({
  preference: z.string().regex(/^[^_]/).optional(),
  search_type: z.enum(['query_then_fetch', 'dfs_query_then_fetch']).optional(),
  allow_partial_search_results: Flag.optional(),
});

/** In the order in which they are tried. */
export const ENDPOINTS: readonly Endpoint[] = [
  { name: 'info', target: target('GET /'), query: none, body: 'none' },
  { name: 'cluster.health', target: target('GET /_cluster/health/[a-z0-9_-]+\\*'), query: none, body: 'none' },
  { name: 'indices.get_mapping', target: target('GET /{index}/_mapping'), query: none, body: 'none' },
  {
    name: 'indices.get',
    target: target('GET /{index}\\*'),
    query: z.strictObject({ features: z.string() }),
    body: 'none',
  },
  { name: 'indices.create', target: target('PUT /{index}'), query: none, body: IndexBody },
  {
    name: 'indices.delete',
    target: target('DELETE /{index}'),
    query: z.strictObject({ ignore_unavailable: Flag }),
    body: 'none',
  },
  { name: 'indices.refresh', target: target('(?:GET|POST) /{index}/_refresh'), query: none, body: 'none' },
  {
    name: 'indices.flush',
    target: target('(?:GET|POST) /{index}/_flush'),
    query: z.strictObject({ force: Flag }),
    body: 'none',
  },
  {
    name: 'indices.forcemerge',
    target: target('POST /{index}/_forcemerge'),
    query: z.strictObject({ only_expunge_deletes: Flag }),
    body: 'none',
  },
  { name: 'count', target: target('(?:GET|POST) /{index}/_count'), query: none, body: 'none' },
  { name: 'search', target: target('POST /{index}/_search'), query: SearchQuery, body: SearchBody },
  {
    name: 'bulk',
    target: target('(?:POST|PUT) /{index}/_bulk'),
    query: z.strictObject({ require_alias: Flag, filter_path: z.string() }),
    body: 'ndjson',
  },
];
