import { type ExperimentReport, reportExperiment } from '@arbiter/contracts';
import { printResult, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { withLibrary } from '../library/open-library.js';
import { renderTable, share } from '../render/format-text.js';
import { examples, parseAmount, parseShare, type Register } from './command-options.js';

export interface AbReportOptions {
  readonly experiment?: string;
  readonly window?: number;
  readonly alpha?: number;
}

export const registerAb: Register = (program, execute) => {
  const ab = program
    .command('ab')
    .description('Compare variants of the search on the questions of users. AB_EXPERIMENT describes an experiment.');
  ab.command('report')
    .description(
      'Compare the variants of an experiment: how often questions were answered, asked again at once, copied, and how they ' +
        'were rated. Look as often as you like and stop when it is decided: the intervals hold at all times together.',
    )
    .option('--experiment <name>', 'an earlier one (default: the one that is configured)')
    .option(
      '--window <minutes>',
      'from the first answer of a session: what happens later does not count (default: 60)',
      parseAmount,
    )
    .option('--alpha <share>', 'chance of any false alarm in the report (default: 0.05)', parseShare)
    .addHelpText(
      'after',
      examples([
        ['arbiter ab report', 'the experiment that is configured'],
        ['arbiter ab report --server http://127.0.0.1:3100 --json', 'of a running server, for programs'],
      ]),
    )
    .action((options: AbReportOptions) => execute((context) => abReport(options, context)));
};

export async function abReport(
  { experiment, window, alpha }: AbReportOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const input = {
    ...(experiment !== undefined && { experiment }),
    ...(window !== undefined && { windowMinutes: window }),
    ...(alpha !== undefined && { alpha }),
  };
  return withLibrary(context, { writes: false }, async (library) => {
    const report = await library.request(reportExperiment, input, { signal: context.interruption.signal });
    printResult(context, report, () => render(report));
    return EXIT.ok;
  });
}

function render({ experiment, alpha, windowMinutes, variants, comparisons }: ExperimentReport): string {
  if (experiment === null) return 'There is no experiment: AB_EXPERIMENT describes one.\n';
  return [
    `${experiment}, ${windowMinutes} minutes from the first answer of each session or key`,
    '',
    ...renderTable([
      ['variant', 'sessions', 'pending', 'answers', 'answered', 'retried', 'copied', 'rating', 'rated'],
      ...variants.map(({ variant, units, pending, answers, means, rated }) => [
        variant,
        ...[units, pending, answers].map(String),
        ...[means.answered, means.retried, means.copied, means.rating].map((mean) => share(mean ?? null)),
        String(rated),
      ]),
    ]),
    '',
    ...renderTable([
      ['difference', 'metric', 'pairs', 'mean', `${Number((100 * (1 - alpha)).toFixed(2))} % of all`, 'p', ''],
      ...comparisons.map(({ variant, control, metric, pairs, difference, interval: [low, high], pValue, verdict }) => [
        `${variant} − ${control}`,
        metric,
        String(pairs),
        difference === null ? '–' : signed(difference),
        `${signed(low)} to ${signed(high)}`,
        pValue < 0.0005 ? '< .001' : pValue.toFixed(3),
        verdict,
      ]),
    ]),
    '',
  ].join('\n');
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}
