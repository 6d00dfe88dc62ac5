import { z } from 'zod';
import { DomainPrompt } from '../domain/prompt-template.js';
import { ESTIMATE_DEADLINE_MS, IngestionEstimate } from '../ingestion/estimate.operation.js';
import { IngestionJob, MaxCost } from '../ingestion/job.js';
import { defineOperation } from '../operation/define-operation.js';
import { CollectionName } from '../passage.js';

export const DomainSummary = z.strictObject({
  domain: CollectionName,
  version: z.string(),
  description: z.string(),
  collections: z.array(CollectionName),
  /** Extra: sources that `ingest-domain` reads; it refuses a pack with 0, such as one to copy. */
  sources: z.int().min(0).optional(),
});
export type DomainSummary = z.output<typeof DomainSummary>;

export const listDomains = defineOperation({
  name: 'orchestrator.list-domains',
  summary: 'List the domain packs that are installed.',
  input: z.strictObject({}),
  output: z.strictObject({ domains: z.array(DomainSummary) }),
  role: 'reader',
  idempotent: true,
  deadlineMs: 5_000,
  http: { method: 'GET', path: '/v1/domains' },
  examples: { 'nothing to say': {} },
});

/** What became of a pack's `changelog.jsonl`. */
export const PackChangelog = z.strictObject({
  /** The collection whose changelog it is: the first one of the domain. */
  collection: CollectionName,
  /** In the pack. */
  entries: z.int().min(0),
  /** Recorded by this request. */
  added: z.int().min(0),
  /** Left out, because the collection has a changelog of its own that lacks them. */
  missing: z.int().min(0),
});
export type PackChangelog = z.output<typeof PackChangelog>;

export const ingestDomain = defineOperation({
  name: 'orchestrator.ingest-domain',
  summary:
    'Queue the sources of a domain pack for ingestion, one job per collection and interval at which they are read again, and record its changelog.',
  /** `maxCost`: of each job, as in `ingestion.submit`. */
  input: z.strictObject({
    domain: CollectionName,
    maxCost: MaxCost.optional(),
    /** Extra: record the pack's `changelog.jsonl`, unless the collection has a changelog of its own. */
    changelog: z.boolean().default(true),
  }),
  output: z.strictObject({
    jobs: z.array(IngestionJob),
    /** Null for a pack without a changelog, and where none was wanted. */
    changelog: PackChangelog.nullable().default(null),
  }),
  errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  role: 'editor',
  idempotent: true,
  // A long changelog is recorded a hundred entries at a time.
  deadlineMs: 60_000,
  http: { method: 'POST', path: '/v1/domains/{domain}/ingest', status: 202 },
  examples: {
    'a domain': { domain: 'lantern-coast' },
    'without its changelog': { domain: 'lantern-coast', changelog: false },
  },
});

export const estimateDomain = defineOperation({
  name: 'orchestrator.estimate-domain',
  summary: 'Say what ingesting the sources of a domain pack would do, take and cost, one estimate per collection.',
  input: z.strictObject({ domain: CollectionName }),
  output: z.strictObject({ estimates: z.array(IngestionEstimate) }),
  errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'UNAVAILABLE', 'DEADLINE_EXCEEDED'],
  role: 'editor',
  idempotent: true,
  deadlineMs: ESTIMATE_DEADLINE_MS,
  http: { method: 'POST', path: '/v1/domains/{domain}/estimate' },
  examples: { 'a domain': { domain: 'lantern-coast' } },
});

export const listPrompts = defineOperation({
  name: 'orchestrator.list-prompts',
  summary: 'List the prompts of the domain packs that are installed, by domain and name.',
  input: z.strictObject({
    /** Only schedules of this domain. */
    domain: CollectionName.optional(),
  }),
  output: z.strictObject({ prompts: z.array(DomainPrompt) }),
  errors: ['NOT_FOUND'],
  role: 'reader',
  idempotent: true,
  deadlineMs: 5_000,
  http: { method: 'GET', path: '/v1/prompts' },
  examples: { 'of all domains': {}, 'of one': { domain: 'lantern-coast' } },
});
