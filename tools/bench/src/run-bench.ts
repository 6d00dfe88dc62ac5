import { ArbiterError } from '@arbiter/contracts';
import type { BenchReport } from './bench-report.js';
import { formatReport } from './format-report.js';

export interface BenchOutput {
  /** The report and nothing else. */
  readonly out: (text: string) => void;
  /** What goes wrong, for people. */
  readonly err: (text: string) => void;
}

const FLAGS = new Set(['--json']);

/**
 * `<name> [--json]`: runs one benchmark and prints its report.
 *
 * @returns exit code: 0 measured, 1 failed, 2 asked for something that there is not
 */
export async function runBench(
  words: readonly string[],
  benchmarks: ReadonlyMap<string, () => Promise<BenchReport>>,
  { out, err }: BenchOutput,
): Promise<number> {
  const [name, ...more] = words.filter((word) => !word.startsWith('-'));
  const unknownFlag = words.find((word) => word.startsWith('-') && !FLAGS.has(word));
  const benchmark = benchmarks.get(name ?? '');
  if (!benchmark || more.length > 0 || unknownFlag !== undefined) {
    err(`use: npm run bench -- ${[...benchmarks.keys()].join('|')} [--json]\n`);
    return 2;
  }
  try {
    const report = await benchmark();
    out(words.includes('--json') ? `${JSON.stringify(report, null, 2)}\n` : formatReport(report));
    return 0;
  } catch (error) {
    err(`bench ${name ?? ''}: ${error instanceof ArbiterError ? error.message : String(error)}\n`);
    return 1;
  }
}
