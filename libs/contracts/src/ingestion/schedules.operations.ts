import { z } from 'zod';
import { LanguageTag } from '../language-tag.js';
import { defineOperation } from '../operation/define-operation.js';
import { CollectionName } from '../passage.js';
import { IngestionSource, isSentAlong } from './ingestion-source.js';
import { Tenant } from '../access/principal.js';
import { DEFAULT_TENANT, IngestionJob, MaxCost } from './job.js';
import { WantedEmbedding } from './submit-job.operations.js';

const UNITS_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const INTERVAL = /^every ([1-9]\d{0,3})(m|h|d)$/;
/** Shortest interval between requests to a host, in milliseconds. */
const MIN_INTERVAL_MS = 5 * UNITS_MS.m;

const PAGE = { kind: 'url', url: 'https://docs.example/guide' } as const;

/** `every 30m`, `every 6h`, `every 7d`; at least five minutes. */
export const RefreshInterval = z
  .string()
  .refine((text) => INTERVAL.test(text), { error: 'must be like "every 30m", "every 6h" or "every 7d"' })
  .refine((text) => !INTERVAL.test(text) || intervalMsOf(text) >= MIN_INTERVAL_MS, {
    error: 'must be at least "every 5m"',
  });
export type RefreshInterval = z.output<typeof RefreshInterval>;

/** @param interval as in `RefreshInterval` @returns milliseconds */
export function intervalMsOf(interval: string): number {
  const [, count, unit = 'm'] = INTERVAL.exec(interval) ?? [];
  return Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS];
}

export const RefreshedSource = IngestionSource.refine((source) => !isSentAlong(source), {
  error: 'a document that is sent along cannot be refreshed',
});

/** Sources that are ingested regularly. */
export const IngestionSchedule = z.strictObject({
  /** The same for equal sources, collection, language and tenant. */
  id: z.string().min(1),
  collection: CollectionName,
  tenant: Tenant.default(DEFAULT_TENANT),
  sources: z.array(RefreshedSource).min(1),
  language: LanguageTag.optional(),
  /** Cap of each job. */
  maxCost: MaxCost.optional(),
  refresh: RefreshInterval,
  createdAt: z.iso.datetime(),
  /** Earliest time of the next job. */
  nextDueAt: z.iso.datetime(),
  /** The job that was queued last. */
  lastJobId: z.string().min(1),
});
export type IngestionSchedule = z.output<typeof IngestionSchedule>;

/** A schedule and its last job; null if the queue no longer knows the job. */
export const ListedSchedule = z.strictObject({ schedule: IngestionSchedule, lastJob: IngestionJob.nullable() });
export type ListedSchedule = z.output<typeof ListedSchedule>;

export const scheduleIngestion = defineOperation({
  name: 'ingestion.schedule',
  summary: 'Ingest sources now and again and again. The same sources again change how often.',
  input: z.strictObject({
    collection: CollectionName,
    sources: z.array(RefreshedSource).min(1).max(1_000),
    /** As in a job. */
    language: LanguageTag.optional(),
    embedding: WantedEmbedding.optional(),
    /** Cap of each job. */
    maxCost: MaxCost.optional(),
    tenant: Tenant.default(DEFAULT_TENANT),
    refresh: RefreshInterval,
  }),
  output: z.strictObject({ schedule: IngestionSchedule, job: IngestionJob }),
  errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  role: 'editor',
  idempotent: true,
  http: { method: 'POST', path: '/v1/schedules', status: 202 },
  examples: { 'a page every six hours': { collection: 'default', sources: [PAGE], refresh: 'every 6h' } },
});

export const listSchedules = defineOperation({
  name: 'ingestion.list-schedules',
  summary: 'List the sources that are ingested again and again, and how the last job of each stands.',
  input: z.strictObject({ collection: CollectionName.optional() }),
  output: z.strictObject({ schedules: z.array(ListedSchedule) }),
  role: 'editor',
  idempotent: true,
  http: { method: 'GET', path: '/v1/schedules' },
  examples: { all: {} },
});

export const removeSchedule = defineOperation({
  name: 'ingestion.remove-schedule',
  summary: 'Stop ingesting a source on schedule; its documents stay.',
  input: z.strictObject({ scheduleId: z.string().min(1).max(128) }),
  output: IngestionSchedule,
  errors: ['NOT_FOUND'],
  role: 'editor',
  idempotent: true,
  http: { method: 'DELETE', path: '/v1/schedules/{scheduleId}' },
  examples: { 'an id': { scheduleId: 'schedule-1' } },
});
