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
  revision: 1,
  summary: 'Queue documents for ingestion. The same sources again do nothing where nothing has changed.',
  input: SubmitRequest,
  output: IngestionJob,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'RATE_LIMITED'],
  role: 'editor',
  idempotent: true,
  deadlineMs: 10_000,
  http: { method: 'POST', path: '/v1/jobs', status: 202, bodyLimit: LARGE_BODY_LIMIT },
  mcp: { tool: 'ingest' },
  examples: {
    accepted: [
      {
        title: 'an inline document',
        input: { collection: 'default', sources: [{ kind: 'inline', name: 'a.md', content: '# A' }] },
      },
      {
        title: 'an inline document with its title and metadata',
        input: {
          collection: 'default',
          sources: [{ kind: 'inline', name: '4983.txt', content: 'Dusk.', title: 'Tides', metadata: { year: 2024 } }],
        },
      },
      {
        title: 'a file that is no text',
        input: {
          collection: 'default',
          sources: [{ kind: 'inline', name: 'a.pdf', content: 'JVBERi0=', encoding: 'base64' }],
        },
      },
      {
        title: 'a part of a branch of a repository',
        input: {
          collection: 'default',
          sources: [{ kind: 'git', repository: 'https://git.example/a.git', branch: 'v2', path: 'docs' }],
        },
      },
      {
        title: 'a page of the web',
        input: { collection: 'default', sources: [{ kind: 'url', url: 'https://docs.example/guide?page=2' }] },
      },
      {
        title: 'a part of a site',
        input: {
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
      },
      {
        title: 'the entries of a feed',
        input: { collection: 'default', sources: [{ kind: 'feed', url: 'https://docs.example/news.atom' }] },
      },
      {
        title: 'a part of a folder',
        input: {
          collection: 'default',
          sources: [{ kind: 'path', path: '/notes', include: ['*.md', '*.pdf'], exclude: ['drafts/'] }],
        },
      },
      {
        title: 'a folder of which some files rank first',
        input: { collection: 'default', sources: [{ kind: 'path', path: '/notes', prefer: ['/handbook/', 'faq.md'] }] },
      },
      {
        title: 'a collection in another language',
        input: {
          collection: 'hafen',
          sources: [{ kind: 'inline', name: 'a.md', content: '# Hafen' }],
          language: 'de-AT',
        },
      },
      {
        title: 'a collection of one model',
        input: {
          collection: 'default',
          sources: [{ kind: 'path', path: '/docs' }],
          embedding: { model: 'all-MiniLM-L6-v2', dimensions: 384 },
        },
      },
      {
        title: 'a job that may spend so much',
        input: { collection: 'default', sources: [{ kind: 'path', path: '/docs' }], maxCost: 0.5 },
      },
      {
        title: 'a job of a tenant',
        input: { collection: 'default', sources: [{ kind: 'path', path: '/docs' }], tenant: 'harbour-office' },
      },
    ],
    rejected: [
      {
        title: 'a language that is no tag',
        input: { collection: 'default', sources: [{ kind: 'path', path: 'a' }], language: 'german' },
        field: 'language',
      },
      {
        title: 'vectors of no dimension',
        input: { collection: 'default', sources: [{ kind: 'path', path: 'a' }], embedding: { dimensions: 0 } },
        field: 'embedding.dimensions',
      },
      { title: 'no source', input: { collection: 'default', sources: [] }, field: 'sources' },
      {
        title: 'a cost below 0',
        input: { collection: 'default', sources: [{ kind: 'path', path: 'a' }], maxCost: -1 },
        field: 'maxCost',
      },
      {
        title: 'a tenant that is no name',
        input: { collection: 'default', sources: [{ kind: 'path', path: 'a' }], tenant: 'a.b' },
        field: 'tenant',
      },
      {
        title: 'a collection that would leave its folder',
        input: { collection: '../x', sources: [{ kind: 'path', path: 'a' }] },
        field: 'collection',
      },
      {
        title: 'an unknown kind',
        input: { collection: 'default', sources: [{ kind: 'ftp' }] },
        field: 'sources.0.kind',
      },
      ...['file:///srv/a.git', 'ext::sh -c id', '-oProxyCommand=id', 'https://ann:pw@git.example/a.git', 'a.git'].map(
        (repository) => ({
          title: `a repository at ${repository}`,
          input: { collection: 'default', sources: [{ kind: 'git', repository }] },
          field: 'sources.0.repository',
        }),
      ),
      ...['ftp://docs.example/a', 'file:///etc/passwd', 'https://ann:pw@docs.example/', 'https://docs.example/#a'].map(
        (url) => ({
          title: `a page at ${url}`,
          input: { collection: 'default', sources: [{ kind: 'url', url }] },
          field: 'sources.0.url',
        }),
      ),
      {
        title: 'a site that is everything its pages lead to',
        input: { collection: 'default', sources: [{ kind: 'site', url: 'https://docs.example/', hosts: ['*'] }] },
        field: 'sources.0.hosts.0',
      },
      {
        title: 'a site without end',
        input: { collection: 'default', sources: [{ kind: 'site', url: 'https://docs.example/', depth: 21 }] },
        field: 'sources.0.depth',
      },
      {
        title: 'a branch that is an option',
        input: {
          collection: 'default',
          sources: [{ kind: 'git', repository: '/srv/a.git', branch: '--upload-pack=id' }],
        },
        field: 'sources.0.branch',
      },
      {
        title: 'base64 that is none',
        input: { collection: 'default', sources: [{ kind: 'inline', name: 'a', content: '%', encoding: 'base64' }] },
        field: 'sources.0.content',
      },
      {
        title: 'a title that is no text',
        input: { collection: 'default', sources: [{ kind: 'inline', name: 'a.md', content: '', title: 7 }] },
        field: 'sources.0.title',
      },
    ],
  },
});

export const reindexCollection = defineOperation({
  name: 'ingestion.reindex',
  revision: 1,
  summary:
    'Queue the rebuilding of a collection’s indexes from its stored documents. It is answered from the old ones until then.',
  input: Reindexing.extend({ collection: CollectionName, tenant: Tenant.default(DEFAULT_TENANT) }),
  output: IngestionJob,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'RATE_LIMITED'],
  role: 'editor',
  idempotent: true,
  deadlineMs: 10_000,
  http: { method: 'POST', path: '/v1/collections/{collection}/reindex', status: 202 },
  examples: {
    accepted: [
      { title: 'a collection', input: { collection: 'default' } },
      { title: 'with another model', input: { collection: 'default', embeddingModel: 'nomic-embed-text' } },
    ],
    rejected: [
      { title: 'no collection', input: {}, field: 'collection' },
      { title: 'a path', input: { collection: '../x' }, field: 'collection' },
      {
        title: 'a model without a name',
        input: { collection: 'default', embeddingModel: '' },
        field: 'embeddingModel',
      },
    ],
  },
});
