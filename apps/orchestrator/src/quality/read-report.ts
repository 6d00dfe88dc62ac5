import { basename } from 'node:path';
import type { CalibrationBin, Report, ReportFigure } from '@arbiter/contracts';
import { reliabilityTable, type ReliabilityBin } from '@arbiter/evaluation';
import { z } from 'zod';

/** Nesting of figures that is looked through. */
const MAX_DEPTH = 6;
const MAX_FIGURES = 2_000;
/** Longest text that is shown, in UTF-16 code units. */
const MAX_TEXT = 200;
/** Parts of a report that are no figures: settings, the single questions, and intervals, which are read beside their figures. */
const NO_FIGURES: ReadonlySet<string> = new Set(['config', 'machine', 'versions', 'questions', 'ci95']);

const Share = z.number().min(0).max(1);
const Shown = z.object({ outcome: z.enum(['correct', 'wrong', 'wronglyAnswered']), confidence: Share });
const Bin = z.object({ low: Share, high: Share, count: z.int().min(1), meanProbability: Share, observed: Share });
const Point = z.object({ threshold: Share, shown: Share, right: Share.nullable() });
const Interval = z.tuple([z.number(), z.number()]);

type Json = Readonly<Record<string, unknown>>;

/**
 * What pages show of a report of `arbiter eval` or of a benchmark. Reports differ and change, so that each part is taken where it is
 * as it should be; settings, paths and the machine are left out.
 *
 * @returns null for what has neither a command nor a name, or no figure
 */
export function readReport(value: unknown): Omit<Report, 'name'> | null {
  if (!isObject(value)) return null;
  const config = isObject(value.config) ? value.config : value;
  const kind = textOf(value.command)?.replace(/^eval /, '') ?? textOf(value.name);
  const figures: ReportFigure[] = [];
  collectFigures(value, { path: [], interval: undefined }, figures);
  if (kind === null || figures.length === 0) return null;
  const metrics = isObject(value.metrics) ? value.metrics : {};
  return {
    kind,
    dataset:
      textOf(value.dataset)
        ?.split(', ')
        .map((path) => basename(path))
        .join(', ') ?? null,
    n: z.int().min(0).safeParse(value.n).data ?? null,
    measuredAt: z.iso.datetime().safeParse(config.measuredAt).data ?? null,
    version: isObject(config.versions) ? textOf(config.versions.arbiter) : null,
    figures,
    calibration: calibrationIn(value.questions, value.reliability ?? metrics.reliability),
    riskCoverage: listOf(Point, metrics.riskCoverage),
  };
}

/** A bin of a reliability table as contracts call it. */
export function binOf({ low, high, count, meanProbability, observed }: ReliabilityBin): CalibrationBin {
  return { low, high, count, meanConfidence: meanProbability, right: observed };
}

/** Where figures stand in a report. */
interface Place {
  readonly path: readonly string[];
  /** What the report says of them: a pair, or an object of pairs by the names of the figures. */
  readonly interval: unknown;
}

function collectFigures(value: Json, { path, interval }: Place, figures: ReportFigure[]): void {
  if (path.length > MAX_DEPTH) return;
  for (const [key, inner] of Object.entries(value)) {
    if (figures.length >= MAX_FIGURES) return;
    if (NO_FIGURES.has(key)) continue;
    const beside = key === 'metrics' ? value.ci95 : isObject(interval) ? interval[key] : undefined;
    const own = [...path, key.slice(0, MAX_TEXT).toWellFormed()];
    if (isObject(inner)) collectFigures(inner, { path: own, interval: beside }, figures);
    // JSON may hold what is no number here, such as 1e999.
    else if (typeof inner === 'number' && Number.isFinite(inner))
      figures.push({ path: own.join('.'), value: inner, interval: Interval.safeParse(beside).data ?? null });
  }
}

/** By question where the report has them; else its own table. */
function calibrationIn(questions: unknown, reliability: unknown): CalibrationBin[] {
  const forecasts = listOf(Shown, questions).map(({ outcome, confidence }) => ({
    probability: confidence,
    actual: outcome === 'correct',
  }));
  const table =
    forecasts.length > 0 ? reliabilityTable(forecasts, { binning: 'equal-width' }) : listOf(Bin, reliability);
  return table.map(binOf);
}

/** The items that are as they should be. */
function listOf<T>(schema: z.ZodType<T>, value: unknown): T[] {
  return Array.isArray(value) ? value.flatMap((item) => schema.safeParse(item).data ?? []) : [];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_TEXT).toWellFormed() : null;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
