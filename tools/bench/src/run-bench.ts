import { parseArgs } from 'node:util';
import { ArbiterError } from '@arbiter/contracts';
import { formatReport, type Benchmark, type BenchWords } from './benchmark.js';

type Benchmarks = ReadonlyMap<string, () => Promise<{ readonly default: Benchmark }>>;

export interface BenchOutput {
  /** The report and nothing else. */
  readonly out: (text: string) => void;
  /** What goes wrong, for people. */
  readonly err: (text: string) => void;
}

/**
 * `<name> [--json] [--option value …]`: runs one benchmark and prints its report.
 *
 * @returns exit code: 0 measured, 1 failed, 2 asked for something that there is not
 */
export async function runBench(
  words: readonly string[],
  benchmarks: Benchmarks,
  { out, err }: BenchOutput,
): Promise<number> {
  const asked = await understand(words, benchmarks);
  if (!asked) {
    err(await usage(benchmarks));
    return 2;
  }
  const { name, json, benchmark, options } = asked;
  try {
    const report = await benchmark.run(name, options);
    out(json ? `${JSON.stringify(report, null, 2)}\n` : formatReport(report));
    return 0;
  } catch (error) {
    err(`bench ${name}: ${error instanceof ArbiterError ? error.message : String(error)}\n`);
    return ArbiterError.from(error).code === 'INVALID_REQUEST' ? 2 : 1;
  }
}

interface AskedBench {
  readonly name: string;
  readonly json: boolean;
  readonly benchmark: Benchmark;
  readonly options: BenchWords;
}

/** @returns null for a name or an option that there is not */
async function understand(words: readonly string[], benchmarks: Benchmarks): Promise<AskedBench | null> {
  const name = words.find((word) => benchmarks.has(word));
  const benchmark = (await benchmarks.get(name ?? '')?.())?.default;
  if (name === undefined || !benchmark) return null;
  const takes = Object.keys(benchmark.options).map((option) => [option, { type: 'string' as const }] as const);
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: { ...Object.fromEntries(takes), json: { type: 'boolean' as const } },
      allowPositionals: true,
      strict: true,
    });
    const { json = false, ...options } = values as BenchWords & { readonly json?: boolean };
    return positionals.length === 1 ? { name, json, benchmark, options } : null;
  } catch {
    return null;
  }
}

async function usage(benchmarks: Benchmarks): Promise<string> {
  const loaded = [...benchmarks].map(async ([name, load]) => ({ name, options: (await load()).default.options }));
  const withOptions = (await Promise.all(loaded)).flatMap(({ name, options }) => {
    const takes = Object.entries(options).map(([option, { example }]) => `[--${option} ${example}]`);
    return takes.length === 0 ? [] : [`  ${name} ${takes.join(' ')}\n`];
  });
  return [`use: npm run bench -- ${[...benchmarks.keys()].join('|')} [--json]\n`, ...withOptions].join('');
}
