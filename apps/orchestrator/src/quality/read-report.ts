import { basename } from 'node:path';
import { type CalibrationBin, type Report, type ReportFigure } from '@arbiter/contracts';
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
  const report = objectIn(value);
  const metrics = objectIn(report.metrics);
  const config = objectIn(report.config ?? report);
  const kind = textOf(report.command)?.replace(/^eval /, '') ?? textOf(report.name);
  const figures: ReportFigure[] = [];
  for (const figure of figuresIn(report)) if (figures.push(figure) === MAX_FIGURES) break;
  if (kind === null || figures.length === 0) return null;
  const paths = textOf(report.dataset)?.split(', ');
  // By question where the report has them; else its own table.
  const forecasts = listOf(Shown, report.questions).map(({ outcome, confidence }) => ({
    probability: confidence,
    actual: outcome === 'correct',
  }));
  const table = reliabilityTable(forecasts, { binning: 'equal-width' });
  return {
    kind,
    dataset: paths?.map((path) => basename(path)).join(', ') ?? null,
    n: z.int().min(0).safeParse(report.n).data ?? null,
    measuredAt: z.iso.datetime().safeParse(config.measuredAt).data ?? null,
    version: textOf(objectIn(config.versions).arbiter),
    figures,
    calibration: (table.length > 0 ? table : listOf(Bin, report.reliability ?? metrics.reliability)).map(binOf),
    riskCoverage: listOf(Point, metrics.riskCoverage),
  };
}

/** A bin of a reliability table as contracts call it. */
export function binOf({ low, high, count, meanProbability, observed }: ReliabilityBin): CalibrationBin {
  return { low, high, count, meanConfidence: meanProbability, right: observed };
}

/** @param interval what the report says of the value: a pair, or an object of pairs by the names of the figures */
function* figuresIn(value: unknown, path: readonly string[] = [], interval?: unknown): Generator<ReportFigure> {
  // JSON may hold what is no number here, such as 1e999.
  if (typeof value === 'number' && Number.isFinite(value))
    yield { path: path.join('.'), value, interval: Interval.safeParse(interval).data ?? null };
  if (path.length > MAX_DEPTH) return;
  const within = objectIn(value);
  for (const [key, inner] of Object.entries(within)) {
    if (NO_FIGURES.has(key)) continue;
    const beside = key === 'metrics' ? within.ci95 : objectIn(interval)[key];
    yield* figuresIn(inner, [...path, shortened(key)], beside);
  }
}

/** The items that are as they should be. */
function listOf<T>(schema: z.ZodType<T>, value: unknown): T[] {
  return Array.isArray(value) ? value.flatMap((item) => schema.safeParse(item).data ?? []) : [];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? shortened(value) : null;
}

function shortened(text: string): string {
  return text.slice(0, MAX_TEXT).toWellFormed();
}

/** Empty for what is no object. */
function objectIn(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}
