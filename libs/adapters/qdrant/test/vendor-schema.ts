import type { Schemas } from '@qdrant/js-client-rest';
import { z } from 'zod';

// Bodies of requests as this adapter sends them: strict, so that a field that is misspelt or misplaced is refused, and
// each bound to the type that the vendor generates from its OpenAPI document, so that none can allow what Qdrant does not.

const Vector = z.array(z.number());
const Vectors = z.array(Vector).min(1);
const PointId = z.union([z.literal(0), z.uuid()]);

const Condition = z.union([
  z.strictObject({ key: z.string(), match: z.strictObject({ any: z.array(z.string()).min(1) }) }),
  z.strictObject({
    key: z.enum(['from', 'until']),
    range: z.strictObject({ lte: z.int().exactOptional(), gt: z.int().exactOptional() }),
  }),
]) satisfies z.ZodType<Schemas['FieldCondition']>;

const Filter = z.strictObject({
  must: z.array(Condition),
  must_not: z.array(Condition).exactOptional(),
}) satisfies z.ZodType<Schemas['Filter']>;

const VectorParams = z.strictObject({
  size: z.int().positive(),
  distance: z.literal('Dot'),
  on_disk: z.boolean(),
  datatype: z.literal('float16').exactOptional(),
  hnsw_config: z.strictObject({
    m: z.int().nonnegative(),
    ef_construct: z.int().min(4).exactOptional(),
    full_scan_threshold: z.int().nonnegative().exactOptional(),
  }),
  quantization_config: z
    .strictObject({
      scalar: z.strictObject({
        type: z.literal('int8'),
        quantile: z.number().min(0.5).max(1),
        always_ram: z.boolean(),
      }),
    })
    .exactOptional(),
}) satisfies z.ZodType<Schemas['VectorParams']>;

const PageVectorParams = z.strictObject({
  size: z.int().positive(),
  distance: z.literal('Dot'),
  on_disk: z.boolean(),
  multivector_config: z.strictObject({ comparator: z.literal('max_sim') }),
  hnsw_config: VectorParams.shape.hnsw_config,
}) satisfies z.ZodType<Schemas['VectorParams']>;

const CreateCollection = z.strictObject({
  vectors: z.union([
    z.strictObject({ dense: VectorParams.exactOptional() }),
    z.strictObject({ original: PageVectorParams, pooled: PageVectorParams }),
  ]),
  on_disk_payload: z.boolean(),
}) satisfies z.ZodType<Schemas['CreateCollection']>;

const UpdateCollection = z.strictObject({
  vectors: z
    .union([
      z.strictObject({ dense: VectorParams.pick({ hnsw_config: true, quantization_config: true, on_disk: true }) }),
      z.strictObject({
        original: PageVectorParams.pick({ hnsw_config: true, on_disk: true }),
        pooled: PageVectorParams.pick({ hnsw_config: true, on_disk: true }),
      }),
    ])
    .exactOptional(),
}) satisfies z.ZodType<Schemas['UpdateCollection']>;

const CreateFieldIndex = z.strictObject({
  field_name: z.string(),
  field_schema: z.union([
    z.strictObject({ type: z.literal('keyword'), on_disk: z.boolean().exactOptional() }),
    z.strictObject({ type: z.literal('integer'), lookup: z.boolean(), range: z.boolean() }),
  ]),
}) satisfies z.ZodType<Schemas['CreateFieldIndex']>;

const PointStruct = z.strictObject({
  id: PointId,
  vector: z.union([
    z.strictObject({ dense: Vector.exactOptional() }),
    z.strictObject({ original: Vectors, pooled: Vectors }),
  ]) as z.ZodType<Schemas['VectorStruct']>,
  payload: z.record(z.string(), z.unknown()),
}) satisfies z.ZodType<Schemas['PointStruct']>;

const SearchParams = z.strictObject({
  exact: z.boolean().exactOptional(),
  hnsw_ef: z.int().positive().exactOptional(),
  quantization: z
    .strictObject({
      ignore: z.boolean().exactOptional(),
      rescore: z.boolean().exactOptional(),
      oversampling: z.number().min(1).exactOptional(),
    })
    .exactOptional(),
}) satisfies z.ZodType<Schemas['SearchParams']>;

const QueryRequest = z.strictObject({
  query: Vector,
  using: z.literal('dense'),
  filter: Filter,
  limit: z.int().positive(),
  params: SearchParams,
  with_payload: z.array(z.string()),
  with_vector: z.literal(false),
}) satisfies z.ZodType<Schemas['QueryRequest']>;

const PageQueryRequest = z.strictObject({
  prefetch: z.strictObject({
    query: Vectors,
    using: z.literal('pooled'),
    filter: Filter,
    limit: z.int().positive(),
  }),
  query: Vectors,
  using: z.literal('original'),
  limit: z.int().positive(),
  with_payload: z.array(z.string()),
  with_vector: z.literal(false),
}) satisfies z.ZodType<Schemas['QueryRequest']>;

const ScrollRequest = z.strictObject({
  filter: Filter,
  limit: z.int().positive(),
  with_payload: z.union([z.boolean(), z.array(z.string())]),
  with_vector: z.union([z.boolean(), z.array(z.string())]),
  offset: PointId.exactOptional(),
}) satisfies z.ZodType<Schemas['ScrollRequest']>;

const AliasAction = z.union([
  z.strictObject({ delete_alias: z.strictObject({ alias_name: z.string() }) }),
  z.strictObject({ create_alias: z.strictObject({ alias_name: z.string(), collection_name: z.string() }) }),
]) satisfies z.ZodType<Schemas['AliasOperations']>;

/** What each request may hold, by method and path; those without are sent without a body. */
export const REQUEST_BODIES: readonly (readonly [method: string, path: RegExp, body: z.ZodType | null])[] = [
  ['GET', /^\/collections$/, null],
  ['GET', /^\/aliases$/, null],
  ['GET', /^\/collections\/[^/]+$/, null],
  ['DELETE', /^\/collections\/[^/]+$/, null],
  ['PUT', /^\/collections\/[^/]+$/, CreateCollection],
  ['PATCH', /^\/collections\/[^/]+$/, UpdateCollection],
  ['POST', /^\/collections\/aliases$/, z.strictObject({ actions: z.array(AliasAction).min(1) })],
  ['PUT', /^\/collections\/[^/]+\/index\?wait=true$/, CreateFieldIndex],
  ['PUT', /^\/collections\/[^/]+\/points\?wait=true$/, z.strictObject({ points: z.array(PointStruct).min(1) })],
  [
    'POST',
    /^\/collections\/[^/]+\/points$/,
    z.strictObject({ ids: z.array(PointId), with_payload: z.boolean(), with_vector: z.boolean() }),
  ],
  ['POST', /^\/collections\/[^/]+\/points\/delete\?wait=true$/, z.strictObject({ filter: Filter })],
  [
    'POST',
    /^\/collections\/[^/]+\/points\/payload\?wait=true$/,
    z.strictObject({ payload: z.strictObject({ until: z.int() }), filter: Filter }),
  ],
  [
    'POST',
    /^\/collections\/[^/]+\/points\/payload\/delete\?wait=true$/,
    z.strictObject({ keys: z.tuple([z.literal('until')]), filter: Filter }),
  ],
  ['POST', /^\/collections\/[^/]+\/points\/query$/, z.union([QueryRequest, PageQueryRequest])],
  ['POST', /^\/collections\/[^/]+\/points\/scroll$/, ScrollRequest],
  ['POST', /^\/collections\/[^/]+\/points\/count$/, z.strictObject({ filter: Filter, exact: z.literal(true) })],
];
