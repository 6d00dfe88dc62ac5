import { z } from 'zod';
import { defineOperation } from '../operation/define-operation.js';
import { CollectionName } from '../passage.js';

/** Name of a report: as collections, so that those of a tenant begin with it and a dot. */
export const ReportName = CollectionName;

const Text = z.string().max(500);

/** List entry of a report of `arbiter eval`. Null in what the file does not tell. */
export const ReportSummary = z.strictObject({
  name: ReportName,
  /** What was measured, such as `answers` or `retrieval`. */
  kind: Text.nullable(),
  dataset: Text.nullable(),
  /** Questions, claims or documents that were measured. */
  n: z.int().min(0).nullable(),
  measuredAt: z.iso.datetime().nullable(),
  /** Version of Arbiter that was measured. */
  version: Text.nullable(),
});
export type ReportSummary = z.output<typeof ReportSummary>;

/** One number of a report. */
export const ReportFigure = z.strictObject({
  /** Its place in the report, such as `metrics.hybrid.ndcg@10`. */
  path: z.string(),
  value: z.number(),
  /** 95 % confidence interval; null where the report has none. */
  interval: z.tuple([z.number(), z.number()]).nullable(),
});
export type ReportFigure = z.output<typeof ReportFigure>;

/** Forecasts of about one confidence, and how many of them came true. */
export const CalibrationBin = z.strictObject({
  /** Bounds of the bin, 0–1. */
  low: z.number().min(0).max(1),
  high: z.number().min(0).max(1),
  count: z.int().min(1),
  /** 0–1. */
  meanConfidence: z.number().min(0).max(1),
  /** Share that was right, 0–1. */
  right: z.number().min(0).max(1),
});
export type CalibrationBin = z.output<typeof CalibrationBin>;

export const Report = ReportSummary.extend({
  /** In the order of the report. */
  figures: z.array(ReportFigure),
  /** Confidence and rightness of the answers shown, where the report has them by question. */
  calibration: z.array(CalibrationBin),
  /** Share shown and share right of those, by the threshold of confidence; ascending. */
  riskCoverage: z.array(
    z.strictObject({
      threshold: z.number(),
      shown: z.number(),
      /** Null when none is shown. */ right: z.number().nullable(),
    }),
  ),
});
export type Report = z.output<typeof Report>;

export const listReports = defineOperation({
  name: 'orchestrator.list-reports',
  summary: 'The reports of evaluations that the operator keeps (REPORTS_DIR), the last measured first.',
  input: z.strictObject({}),
  output: z.strictObject({
    reports: z.array(ReportSummary),
    /** Files of the folder that are no reports, or too large. */
    unreadable: z.int().min(0),
  }),
  role: 'reader',
  idempotent: true,
  http: { method: 'GET', path: '/v1/reports' },
  examples: { 'nothing to say': {} },
});

export const getReport = defineOperation({
  name: 'orchestrator.get-report',
  summary: 'The figures of one report of an evaluation.',
  input: z.strictObject({ name: z.string().min(1).max(128) }),
  output: Report,
  errors: ['NOT_FOUND'],
  role: 'reader',
  idempotent: true,
  http: { method: 'GET', path: '/v1/reports/{name}' },
  examples: { 'a name': { name: 'answers-test' } },
});

export const calibrationCurve = defineOperation({
  name: 'orchestrator.calibration',
  summary: 'How often answers of each confidence were right, as far as people said so.',
  input: z.strictObject({ domain: CollectionName.optional() }),
  output: z.strictObject({
    /** Answers shown that people judged, by a rating or by their claims; the newest. */
    judged: z.int().min(0),
    /** Ascending; empty bins are left out. */
    bins: z.array(CalibrationBin),
    /** Expected calibration error over these bins, 0–1; null without a judged answer. */
    error: z.number().min(0).max(1).nullable(),
  }),
  errors: ['FORBIDDEN'],
  role: 'admin',
  idempotent: true,
  deadlineMs: 30_000,
  http: { method: 'GET', path: '/v1/calibration' },
  examples: { 'all answers': {}, 'of a domain': { domain: 'lantern-coast' } },
});
