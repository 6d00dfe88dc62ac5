import { z } from 'zod';

/** Where Elasticsearch is and how it is used. */
export const ElasticsearchOptions = z
  .strictObject({
    url: z.url({ protocol: /^https?$/, error: 'must be an http or https address, such as http://127.0.0.1:9200' }),
    apiKey: z.string().min(1).optional(),
    username: z.string().min(1).optional(),
    password: z.string().min(1).optional(),
    /** The certificate authority to trust beside those that Node knows: PEM text, or the path of a file that holds it. */
    caCertificate: z.string().min(1).optional(),
    /** What the names of all indices of this library begin with. */
    prefix: z
      .string()
      .max(64)
      .regex(/^[a-z0-9][a-z0-9_-]*$/, 'must be lower case letters, digits, "_" and "-"')
      .default('knowledge_base'),
    /** An attempt that takes longer is given up; the caller's signal usually ends it earlier. */
    requestTimeoutMs: z.int().min(1).default(30_000),
    /** Attempts beyond the first when the server cannot be reached, or says 429, 502, 503 or 504. */
    retries: z.int().min(0).max(20).default(3),
    /** Attempts beyond the first for the part of a bulk request that the server had no room for. */
    bulkRetries: z.int().min(0).max(100).default(8),
    /** The first pause before another attempt; it doubles each time, up to {@link MAX_PAUSE_MS}. */
    retryPauseMs: z.int().min(1).default(100),
    maxConnections: z.int().min(1).default(16),
    /** Primary shards of a new index. One ranks exactly and holds some ten million chunks. */
    shards: z.int().min(1).max(1_024).default(1),
    /** A bulk request is sent when it has so many bytes; a larger document makes a larger one. */
    bulkBytes: z
      .int()
      .min(1)
      .default(5 * 1_048_576),
    /** Bulk requests under way at once. */
    bulkConcurrency: z.int().min(1).default(2),
  })
  .refine(({ username, password }) => (username === undefined) === (password === undefined), {
    error: 'username and password belong together',
  })
  .refine(({ apiKey, username }) => apiKey === undefined || username === undefined, {
    error: 'either an API key or a username, not both',
  });
export type ElasticsearchOptions = z.output<typeof ElasticsearchOptions>;
export type ElasticsearchInput = z.input<typeof ElasticsearchOptions>;

/** The longest pause between two attempts. */
export const MAX_PAUSE_MS = 5_000;
