import { z } from 'zod';
import { LanguageTag } from '../language-tag.js';
import { CollectionName } from '../passage.js';
import { IngestionSource } from './ingestion-source.js';
import { DEFAULT_TENANT, IngestionJob, MaxCost, Tenant } from './job.js';

const UNITS_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const INTERVAL = /^every ([1-9]\d{0,3})(m|h|d)$/;
/** Hosts are not asked more often than this, in milliseconds. */
const MIN_INTERVAL_MS = 5 * UNITS_MS.m;

/** `every 30m`, `every 6h`, `every 7d`; at least five minutes. */
export const RefreshInterval = z
  .string()
  .refine((text) => INTERVAL.test(text), { error: 'must be like "every 30m", "every 6h" or "every 7d"' })
  .refine((text) => !INTERVAL.test(text) || intervalMsOf(text) >= MIN_INTERVAL_MS, {
    error: 'must be at least "every 5m"',
  });
export type RefreshInterval = z.output<typeof RefreshInterval>;

/** @param interval as `RefreshInterval` has it @returns milliseconds */
export function intervalMsOf(interval: string): number {
  const [, count, unit = 'm'] = INTERVAL.exec(interval) ?? [];
  return Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS];
}

/** What is sent along cannot be asked for again. */
export const RefreshedSource = IngestionSource.refine(({ kind }) => kind !== 'inline', {
  error: 'a document that is sent along cannot be refreshed',
});

/** Sources that are ingested again and again. */
export const IngestionSchedule = z.strictObject({
  /** The same for the same sources, collection, language and tenant. */
  id: z.string().min(1),
  collection: CollectionName,
  tenant: Tenant.default(DEFAULT_TENANT),
  sources: z.array(RefreshedSource).min(1),
  language: LanguageTag.optional(),
  /** Of each job. */
  maxCost: MaxCost.optional(),
  refresh: RefreshInterval,
  createdAt: z.iso.datetime(),
  /** When the next job is queued, at the earliest. */
  nextDueAt: z.iso.datetime(),
  /** Of the job that was queued last. */
  lastJobId: z.string().min(1),
});
export type IngestionSchedule = z.output<typeof IngestionSchedule>;

/** A schedule and how its last job stands; null for one that the queue no longer knows. */
export const ListedSchedule = z.strictObject({ schedule: IngestionSchedule, lastJob: IngestionJob.nullable() });
export type ListedSchedule = z.output<typeof ListedSchedule>;
