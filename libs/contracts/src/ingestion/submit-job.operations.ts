import { z } from 'zod';
import { LanguageTag } from '../language-tag.js';
import { defineOperation, LARGE_BODY_LIMIT } from '../operation/define-operation.js';
import { CollectionName } from '../passage.js';
import { IngestionSource } from './ingestion-source.js';
import { Tenant } from '../access/principal.js';
import { DEFAULT_TENANT, IngestionJob, MaxCost, Reindexing } from './job.js';

/** Required embedding model. A worker that runs another model refuses the job. */
export const WantedEmbedding = z.strictObject({
  model: z.string().min(1).max(200).optional(),
  dimensions: z.int().min(1).optional(),
});

export const SubmitRequest = z.strictObject({
  collection: CollectionName,
  sources: z.array(IngestionSource).min(1).max(1_000),
  /**
   * Extra: language of most documents of the collection. It determines the analyser and cannot change later. Absent: the
   * collection's own, `en` for a new one.
   */
  language: LanguageTag.optional(),
  /** Extra. */
  embedding: WantedEmbedding.optional(),
  /**
   * Extra: most that it may spend on models with a price. The job fails before the step that would exceed it; a retry starts
   * with the same amount again. Absent: the worker's limit.
   */
  maxCost: MaxCost.optional(),
  /** Extra: tenant of the job. Jobs of different tenants start in turns, however many one of them has queued. */
  tenant: Tenant.default(DEFAULT_TENANT),
});

export const submitJob = defineOperation({
  name: 'ingestion.submit',
  summary: 'Queue documents for ingestion. The same sources again do nothing where nothing has changed.',
  input: SubmitRequest,
  output: IngestionJob,
  errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'RATE_LIMITED'],
  role: 'editor',
  idempotent: true,
  http: { method: 'POST', path: '/v1/jobs', status: 202, bodyLimit: LARGE_BODY_LIMIT },
  mcp: { tool: 'ingest' },
  examples: {
    'an inline document': { collection: 'default', sources: [{ kind: 'inline', name: 'a.md', content: '# A' }] },
    'an inline document with its title and metadata': {
      collection: 'default',
      sources: [{ kind: 'inline', name: '4983.txt', content: 'Dusk.', title: 'Tides', metadata: { year: 2024 } }],
    },
    'a file that is no text': {
      collection: 'default',
      sources: [{ kind: 'inline', name: 'a.pdf', content: 'JVBERi0=', encoding: 'base64' }],
    },
    'a file that was uploaded': {
      collection: 'default',
      sources: [{ kind: 'upload', uploadId: `u-${'0'.repeat(32)}`, name: 'maps/pier.pdf' }],
    },
    'a part of a branch of a repository': {
      collection: 'default',
      sources: [{ kind: 'git', repository: 'https://git.example/a.git', branch: 'v2', path: 'docs' }],
    },
    'a page of the web': {
      collection: 'default',
      sources: [{ kind: 'url', url: 'https://docs.example/guide?page=2' }],
    },
    'a part of a site': {
      collection: 'default',
      sources: [
        {
          kind: 'site',
          url: 'https://docs.example/guide/',
          depth: 3,
          maxPages: 500,
          hosts: ['files.docs.example'],
          exclude: ['/guide/archive/'],
        },
      ],
    },
    'the entries of a feed': {
      collection: 'default',
      sources: [{ kind: 'feed', url: 'https://docs.example/news.atom' }],
    },
    'a part of a folder': {
      collection: 'default',
      sources: [{ kind: 'path', path: '/notes', include: ['*.md', '*.pdf'], exclude: ['drafts/'] }],
    },
    'a folder of which some files rank first': {
      collection: 'default',
      sources: [{ kind: 'path', path: '/notes', prefer: ['/handbook/', 'faq.md'] }],
    },
    'a collection in another language': {
      collection: 'hafen',
      sources: [{ kind: 'inline', name: 'a.md', content: '# Hafen' }],
      language: 'de-AT',
    },
    'a collection of one model': {
      collection: 'default',
      sources: [{ kind: 'path', path: '/docs' }],
      embedding: { model: 'all-MiniLM-L6-v2', dimensions: 384 },
    },
    'a job that may spend so much': { collection: 'default', sources: [{ kind: 'path', path: '/docs' }], maxCost: 0.5 },
    'a job of a tenant': {
      collection: 'default',
      sources: [{ kind: 'path', path: '/docs' }],
      tenant: 'harbour-office',
    },
  },
});

export const reindexCollection = defineOperation({
  name: 'ingestion.reindex',
  summary:
    'Queue the rebuilding of a collection’s indexes from its stored documents. It is answered from the old ones until then.',
  input: Reindexing.extend({ collection: CollectionName, tenant: Tenant.default(DEFAULT_TENANT) }),
  output: IngestionJob,
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
  role: 'editor',
  idempotent: true,
  http: { method: 'POST', path: '/v1/collections/{collection}/reindex', status: 202 },
  examples: {
    'a collection': { collection: 'default' },
    'with another model': { collection: 'default', embeddingModel: 'nomic-embed-text' },
  },
});
