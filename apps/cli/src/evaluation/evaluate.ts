import { resolve } from 'node:path';
import { seededRandom, type RandomSource } from '@arbiter/evaluation';
import type { Command } from 'commander';
import { printResult, type CommandContext } from '../command.context.js';
import { findPack, type Pack } from '../domains/find-pack.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { figureWithInterval, milliseconds, renderTable } from '../render/format-text.js';
import { withProgress } from '../terminal/progress.display.js';
import { refuseServer } from './evaluation-store.js';
import { writeRecords } from './inputs.js';
import { mapBounded, naming } from './map-bounded.js';
import { describeRun, EVALUATION_SEED, type RunDescription } from './run-description.js';

/** Values by the names of metrics; a metric may be divided further, by type for instance. */
type Values = Readonly<Record<string, unknown>>;

/** Figures as the JSON has them, in its order. */
export interface Figures {
  readonly n: number;
  readonly metrics: object;
  /** Ends of 95 % bootstrap intervals; null where a metric is. */
  readonly ci95: object;
  /** Milliseconds. */
  readonly latencyMs: { readonly p50: number; readonly p95: number };
}

export interface Measured {
  /** As it was named on the command line. */
  readonly dataset: string;
  /** The lines of the file that `--out` names. */
  readonly records: readonly object[];
  readonly figures: Figures;
  /** What decided the figures, besides the versions and the machine. */
  readonly config: object;
  /** For people, in place of the number of units. */
  readonly headline?: string;
  /** For people: tables and sentences. Default: the metrics with their intervals. */
  readonly tables?: readonly Block[];
}

/** Rows of a table, or a sentence. Nothing is printed of an empty one. */
export type Block = readonly (readonly string[])[] | string;

/** What `--json` prints of what a function measures. */
export type RunOf<F extends (...args: never) => Promise<Measured | ExitCode>> =
  Exclude<Awaited<ReturnType<F>>, ExitCode> extends infer M extends Measured ? Run<M> : never;

type Run<M extends Measured> = { readonly command: string; readonly dataset: string } & M['figures'] & {
    readonly config: M['config'] & RunDescription;
  };

/** What an evaluation measures with. */
export interface EvaluationContext extends CommandContext {
  /** Works on every item, as many at once as `--concurrency` says, and shows how far it is. An error names its item. */
  readonly each: <T, R>(
    items: readonly T[],
    work: (item: T) => Promise<R>,
    told: { readonly verb: string; readonly nameOf: (item: T) => string },
  ) => Promise<R[]>;
  /** The same draws each time that it is called. */
  readonly random: () => RandomSource;
  /** An installed pack by its domain, or one by the path of its folder. @throws ArbiterError */
  readonly findPack: (nameOrPath: string) => Promise<Pack>;
  readonly timed: <T>(work: () => Promise<T>) => Promise<{ readonly value: T; readonly latencyMs: number }>;
}

export interface Evaluation<O, M extends Measured> {
  /** `arbiter eval NAME` */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** Adds its own options; `--out` is there always. */
  readonly options: (command: Command) => Command;
  /** What is counted: `questions`. */
  readonly units: string;
  /** What a line of the file that `--out` names is of: `question`. */
  readonly record: string;
  /** Whether `--concurrency` lets several units be measured at once. */
  readonly isConcurrent?: boolean;
  readonly examples: readonly (readonly [command: string, meaning: string])[];
  /**
   * Reads what is to be measured, and measures it.
   *
   * @returns the exit code where nothing was measured
   */
  readonly measure: (options: O, context: EvaluationContext) => Promise<M | ExitCode>;
  /** Called with the run before it is printed. */
  readonly onRun?: (run: Run<M>, options: O, context: CommandContext) => Promise<void>;
}

export interface CommonOptions {
  readonly out?: string;
  readonly concurrency?: number;
}

/** Measures, writes the records to the file that is asked for, and prints the run. */
export async function evaluate<O, M extends Measured>(
  { name, units, measure, onRun }: Evaluation<O, M>,
  options: O & CommonOptions,
  context: CommandContext,
): Promise<ExitCode> {
  refuseServer(context);
  const measured = await measure(options, contextOf(context, units, options.concurrency));
  if (typeof measured === 'number') return measured;
  const { dataset, records, figures, config } = measured;
  if (options.out !== undefined) await writeRecords(resolve(context.cwd, options.out), records);
  const described = { ...config, ...(await describeRun(context)) };
  const run: Run<M> = { command: `eval ${name}`, dataset, ...(figures as M['figures']), config: described };
  await onRun?.(run, options, context);
  printResult(context, run, () => render(measured, units, context));
  return EXIT.ok;
}

function contextOf(context: CommandContext, units: string, concurrency = 1): EvaluationContext {
  const { now, env, cwd } = context;
  return {
    ...context,
    each: (items, work, { verb, nameOf }) =>
      withProgress(context, units, (show) =>
        mapBounded(
          items,
          concurrency,
          (item) => work(item).catch(naming(nameOf(item))),
          (settled) => show(verb, settled, items.length),
        ),
      ),
    random: () => seededRandom(EVALUATION_SEED),
    findPack: async (nameOrPath) => {
      const { domainFolders } = await context.loadStandalone();
      return findPack(nameOrPath, domainFolders({ env, cwd }), cwd);
    },
    timed: async (work) => {
      const begun = now();
      const value = await work();
      return { value, latencyMs: now() - begun };
    },
  };
}

function render({ figures, headline, tables }: Measured, units: string, { terminal }: CommandContext): string {
  const { n, latencyMs } = figures;
  const title = `${headline ?? `${n} ${units}`}, p50 ${milliseconds(latencyMs.p50)}, p95 ${milliseconds(latencyMs.p95)}`;
  const blocks = (tables ?? [metricTable({ value: figures })]).filter(({ length }) => length > 0);
  const lines = blocks.flatMap((block) => ['', ...(typeof block === 'string' ? [block] : renderTable(block))]);
  return [terminal.outColours.bold(title), ...lines, ''].join('\n');
}

/** A row per metric, a column per column: each figure with its interval. Metrics that are divided further are left out. */
export function metricTable(columns: Readonly<Record<string, Pick<Figures, 'metrics' | 'ci95'>>>): string[][] {
  const ofColumns = Object.values(columns).map(({ metrics, ci95 }) => [metrics as Values, ci95 as Values] as const);
  const names = Object.entries(ofColumns[0]?.[0] ?? {}).flatMap(([name, value]) => (isFigure(value) ? [name] : []));
  const cell = (value: unknown, interval: unknown): string =>
    isFigure(value) ? figureWithInterval(value, (interval ?? null) as [number, number] | null) : '–';
  return [
    ['metric', ...Object.keys(columns)],
    ...names.map((name) => [name, ...ofColumns.map(([metrics, ci95]) => cell(metrics[name], ci95[name]))]),
  ];
}

function isFigure(value: unknown): value is number | null {
  return value === null || typeof value === 'number';
}
