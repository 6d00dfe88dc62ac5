import { parseArgs } from 'node:util';

export interface TrainingOutput {
  /** Model and figures, as JSON. */
  readonly out: (text: string) => void;
  /** Progress, and what goes wrong. */
  readonly err: (text: string) => void;
}

/** A step on the way to an artefact. */
export interface Command {
  /** Its arguments, as the usage shows them. */
  readonly usage: string;
  /** @returns whether the arguments are valid; otherwise nothing was done */
  run(words: readonly string[], output: TrainingOutput): Promise<boolean>;
}

const TEXT = { type: 'string' } as const;
const LIST = { type: 'string', multiple: true, default: [] as string[] } as const;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** Names of options: those that must be given, those that may be, those that may be given several times. */
interface OptionNames<R extends string, O extends string, L extends string> {
  readonly required: readonly R[];
  readonly optional?: readonly O[];
  readonly lists?: readonly L[];
}

export type OptionValues<R extends string, O extends string, L extends string> = Readonly<
  Record<R, string> & Partial<Record<O, string>> & Record<L, readonly string[]>
>;

/**
 * A command whose options are texts. A `date` must be YYYY-MM-DD.
 *
 * @param run resolves to `false` for values that it does not accept; to anything else once it is done
 */
export function defineCommand<R extends string, O extends string = never, L extends string = never>(
  usage: string,
  names: OptionNames<R, O, L>,
  run: (values: OptionValues<R, O, L>, output: TrainingOutput) => Promise<unknown>,
): Command {
  return {
    usage,
    run: async (words, output) => {
      const values = readOptions(words, names);
      return values !== null && (await run(values, output)) !== false;
    },
  };
}

/** @returns null for an unknown word, a missing option or a date that is none */
function readOptions<R extends string, O extends string, L extends string>(
  words: readonly string[],
  { required, optional = [], lists = [] }: OptionNames<R, O, L>,
): OptionValues<R, O, L> | null {
  const options = Object.fromEntries([
    ...[...required, ...optional].map((name) => [name, TEXT] as const),
    ...lists.map((name) => [name, LIST] as const),
  ]);
  try {
    const { values } = parseArgs({ args: [...words], options, strict: true });
    if (required.some((name) => !values[name])) return null;
    if (typeof values.date === 'string' && !DATE.test(values.date)) return null;
    return values as OptionValues<R, O, L>;
  } catch {
    return null;
  }
}

/** "97.5 %", or a dash where there is nothing to count. */
export function formatPercent(share: number | null): string {
  return share === null ? '–' : `${(100 * share).toFixed(1)} %`;
}

/** Three decimals, or a dash. */
export function formatFigure(figure: number | null | undefined): string {
  return figure?.toFixed(3) ?? '–';
}

export function roundTo(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
