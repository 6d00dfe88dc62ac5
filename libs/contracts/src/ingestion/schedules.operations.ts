import { z } from 'zod';
import { LanguageTag } from '../language-tag.js';
import { defineOperation } from '../operation/define-operation.js';
import { CollectionName } from '../passage.js';
import { IngestionJob, DEFAULT_TENANT, MaxCost, Tenant } from './job.js';
import { WantedEmbedding } from './jobs.operations.js';
import { IngestionSchedule, ListedSchedule, RefreshedSource, RefreshInterval } from './schedule.js';

const PAGE = { kind: 'url', url: 'https://docs.example/guide' } as const;

export const scheduleIngestion = defineOperation({
  name: 'ingestion.schedule',
  revision: 1,
  summary: 'Ingest sources now and again and again. The same sources again change how often.',
  input: z.strictObject({
    collection: CollectionName,
    sources: z.array(RefreshedSource).min(1).max(1_000),
    /** As of a job. */
    language: LanguageTag.optional(),
    embedding: WantedEmbedding.optional(),
    /** Of each job. */
    maxCost: MaxCost.optional(),
    tenant: Tenant.default(DEFAULT_TENANT),
    refresh: RefreshInterval,
  }),
  output: z.strictObject({ schedule: IngestionSchedule, job: IngestionJob }),
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  idempotent: true,
  deadlineMs: 10_000,
  http: { method: 'POST', path: '/v1/schedules', status: 202 },
  examples: {
    accepted: [
      { title: 'a page every six hours', input: { collection: 'default', sources: [PAGE], refresh: 'every 6h' } },
    ],
    rejected: [
      {
        title: 'an interval that is none',
        input: { collection: 'default', sources: [PAGE], refresh: 'hourly' },
        field: 'refresh',
      },
      {
        title: 'an interval that no host would bear',
        input: { collection: 'default', sources: [PAGE], refresh: 'every 1m' },
        field: 'refresh',
      },
      {
        title: 'a document that is sent along',
        input: {
          collection: 'default',
          sources: [{ kind: 'inline', name: 'a.md', content: 'a' }],
          refresh: 'every 6h',
        },
        field: 'sources.0',
      },
    ],
  },
});

export const listSchedules = defineOperation({
  name: 'ingestion.list-schedules',
  revision: 1,
  summary: 'List the sources that are ingested again and again, and how the last job of each stands.',
  input: z.strictObject({ collection: CollectionName.optional() }),
  output: z.strictObject({ schedules: z.array(ListedSchedule) }),
  errors: ['INVALID_REQUEST'],
  idempotent: true,
  deadlineMs: 10_000,
  http: { method: 'GET', path: '/v1/schedules' },
  examples: {
    accepted: [{ title: 'all', input: {} }],
    rejected: [{ title: 'a path', input: { collection: '../x' }, field: 'collection' }],
  },
});

export const removeSchedule = defineOperation({
  name: 'ingestion.remove-schedule',
  revision: 1,
  summary: 'No longer ingest sources again and again; what was read from them stays.',
  input: z.strictObject({ scheduleId: z.string().min(1).max(128) }),
  output: IngestionSchedule,
  errors: ['NOT_FOUND'],
  idempotent: true,
  deadlineMs: 10_000,
  http: { method: 'DELETE', path: '/v1/schedules/{scheduleId}' },
  examples: {
    accepted: [{ title: 'an id', input: { scheduleId: 'schedule-1' } }],
    rejected: [{ title: 'an empty id', input: { scheduleId: '' }, field: 'scheduleId' }],
  },
});
