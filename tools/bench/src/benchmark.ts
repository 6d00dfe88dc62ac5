import { ArbiterError } from '@arbiter/contracts';
import type { BenchReport } from './bench-report.js';

/** What a user wrote behind the name of a benchmark: `--chunks 5000` is `{ chunks: '5000' }`. */
export type BenchWords = Readonly<Record<string, string | undefined>>;

export interface Benchmark {
  /** Options it takes beside `--json`, each with a value: name to an example of it. */
  readonly options: Readonly<Record<string, string>>;
  /** @throws ArbiterError INVALID_REQUEST for a value that it cannot use */
  readonly run: (words: BenchWords) => Promise<BenchReport>;
}

/**
 * @returns the whole numbers of `5000,100000`; the default when the option is absent
 * @throws ArbiterError INVALID_REQUEST for anything but whole numbers from 1
 */
export function wholeNumbers(words: BenchWords, option: string, byDefault: readonly number[]): readonly number[] {
  const text = words[option];
  if (text === undefined) return byDefault;
  const numbers = text.split(',').map(Number);
  if (numbers.every((number) => Number.isInteger(number) && number >= 1)) return numbers;
  throw new ArbiterError('INVALID_REQUEST', `--${option} must be whole numbers from 1, got "${text}".`);
}

/** One whole number, as {@link wholeNumbers}. */
export function wholeNumber(words: BenchWords, option: string, byDefault: number): number {
  const numbers = wholeNumbers(words, option, [byDefault]);
  const [number] = numbers;
  if (number !== undefined && numbers.length === 1) return number;
  throw new ArbiterError('INVALID_REQUEST', `--${option} must be one number, got "${words[option] ?? ''}".`);
}
