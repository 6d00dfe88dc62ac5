import { existsSync, readFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, loadavg, platform, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';

/** An option after the name of a benchmark, such as `--chunks 5000`. */
export interface BenchOption<T> {
  /** A value of it, for people. */
  readonly example: string;
  /**
   * @param word undefined when the option is absent
   * @throws ArbiterError INVALID_REQUEST for a word that it cannot use
   */
  readonly read: (word: string | undefined, name: string) => T;
}

type Declared = Readonly<Record<string, BenchOption<unknown>>>;

export type OptionsOf<D> = { readonly [K in keyof D]: D[K] extends BenchOption<infer T> ? T : never };

/** What a benchmark gives; the frame adds where it was measured. */
export interface Measured extends Pick<BenchReport, 'figures' | 'notes'> {
  /** Of what is no package of ours: a model, a server. */
  readonly versions?: BenchReport['versions'];
}

interface BenchmarkOf<D> {
  readonly options: D;
  /** Packages whose versions decide the figures. */
  readonly packages?: readonly string[];
  readonly measure: (options: OptionsOf<D>) => Promise<Measured>;
}

export type Benchmark = Readonly<{ options: Declared; run: (name: string, words: BenchWords) => Promise<BenchReport> }>;

/** Options as they were given: `--chunks 5000` is `{ chunks: '5000' }`. */
export type BenchWords = Readonly<Record<string, string | undefined>>;

/** Reads the options, has it measured, and says where. */
export function defineBenchmark<D extends Declared>({ options, packages = [], measure }: BenchmarkOf<D>): Benchmark {
  return {
    options,
    run: async (name, words) => {
      const given = Object.entries(options).map(([option, { read }]) => [option, read(words[option], option)]);
      const machine = describeMachine();
      const { figures, notes, versions } = await measure(Object.fromEntries(given) as OptionsOf<D>);
      const installed = Object.fromEntries(packages.map((of) => [of, installedVersion(of)]));
      return { name, machine, versions: { ...installed, ...versions }, figures, notes };
    },
  };
}

/** Whole numbers from 1, such as `5000,100000`. */
export function wholeNumbers(...byDefault: readonly number[]): BenchOption<readonly number[]> {
  return {
    example: byDefault.join(','),
    read: (word, name) => {
      if (word === undefined) return byDefault;
      const numbers = word.split(',').map(Number);
      if (numbers.every((number) => Number.isInteger(number) && number >= 1)) return numbers;
      throw new ArbiterError('INVALID_REQUEST', `--${name} must be whole numbers from 1, got "${word}".`);
    },
  };
}

/** One whole number from 1. */
export function wholeNumber(byDefault: number): BenchOption<number> {
  return {
    example: `${byDefault}`,
    read: (word, name) => {
      const [number, ...others] = wholeNumbers(byDefault).read(word, name);
      if (number !== undefined && others.length === 0) return number;
      throw new ArbiterError('INVALID_REQUEST', `--${name} must be one number, got "${word ?? ''}".`);
    },
  };
}

export const FOLDER: BenchOption<string | undefined> = { example: 'FOLDER', read: (word) => word };

/** Where figures were measured; without it they say nothing. */
export interface Machine {
  /** Processors that this process may use. */
  readonly cpus: number;
  readonly model: string;
  readonly memoryBytes: number;
  readonly node: string;
  readonly platform: string;
  /** Of the last minute, as the benchmark began: above the number of processors, others slowed it down. */
  readonly loadAverage: number;
}

export interface BenchReport {
  readonly name: string;
  readonly machine: Machine;
  /** Package or program to version. */
  readonly versions: Readonly<Record<string, string>>;
  /** The unit ends the name: `queryP50Ms`, `chunksPerSecond`. What could not be measured is absent, and a note says why. */
  readonly figures: Readonly<Record<string, number>>;
  /** How it was measured, one sentence each. */
  readonly notes: readonly string[];
}

export function describeMachine(): Machine {
  return {
    cpus: availableParallelism(),
    model: cpus()[0]?.model.trim() ?? 'unknown',
    memoryBytes: totalmem(),
    node: process.version,
    platform: `${platform()}-${arch()}`,
    loadAverage: loadavg()[0] ?? 0,
  };
}

/** @returns version of an installed package as its own manifest states it; `unknown` when it is not installed */
export function installedVersion(name: string): string {
  for (let directory = import.meta.dirname; ; directory = dirname(directory)) {
    const manifest = join(directory, 'node_modules', name, 'package.json');
    if (existsSync(manifest)) return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
    if (directory === dirname(directory)) return 'unknown';
  }
}

/** @returns the report for people: a line per figure, then where and how it was measured */
export function formatReport({ name, machine, versions, figures, notes }: BenchReport): string {
  const width = Math.max(...Object.keys(figures).map(({ length }) => length));
  const memory = (machine.memoryBytes / 2 ** 30).toFixed(1);
  return [
    name,
    ...Object.entries(figures).map(([figure, value]) => `  ${figure.padEnd(width)}  ${formatFigure(value)}`),
    '',
    ...notes,
    `Measured on ${machine.cpus} × ${machine.model}, ${memory} GiB, ${machine.platform}, Node ${machine.node}, load ${machine.loadAverage.toFixed(1)}.`,
    ...Object.entries(versions).map(([part, version]) => `${part} ${version}`),
    '',
  ].join('\n');
}

/** Three significant digits, and never fewer than the whole ones. */
function formatFigure(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/**
 * Nearest-rank percentile: the smallest value that at least `share` of the values do not exceed.
 *
 * @param values at least one, in any order
 * @param share 0 < share ≤ 1
 * @throws RangeError for no values or a share out of range
 */
export function percentile(values: readonly number[], share: number): number {
  if (!(share > 0 && share <= 1)) throw new RangeError(`share must be above 0 and at most 1, got ${share}`);
  const value = values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1];
  if (value === undefined) throw new RangeError('there is no percentile of no values');
  return value;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** The same figures with a word before their names: `p95Ms` of `keyword` is `keywordP95Ms`. */
export function prefixFigures(prefix: string, figures: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [`${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`, value]),
  );
}
