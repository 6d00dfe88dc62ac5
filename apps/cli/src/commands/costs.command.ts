import { COST_KEYS, costs as costsOperation, type CostReport, type CostSum } from '@arbiter/contracts';
import { Option } from 'commander';
import { printResult, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { withLibrary } from '../library/open-library.js';
import { renderCosts } from '../render/format-text.js';
import { examples, type Register } from './command-options.js';

export interface CostsOptions {
  readonly by: CostReport['by'];
  readonly from?: string;
  readonly to?: string;
}

export const registerCosts: Register = (program, execute) => {
  program
    .command('costs')
    .description(
      'Sum tokens and costs of the answers for which a language model was asked. Prices come from MODEL_PRICES; a model ' +
        'without a price is named and left out.',
    )
    .addOption(new Option('--by <what>', 'what to sum by').choices(COST_KEYS).default('day'))
    .option('--from <day>', 'first day in UTC, such as 2026-01-31')
    .option('--to <day>', 'last day in UTC')
    .addHelpText(
      'after',
      examples([
        ['arbiter costs', 'by day'],
        ['arbiter costs --by key --from 2026-01-01', 'by key, of a period'],
      ]),
    )
    .action((options: CostsOptions) => execute((context) => costs(options, context)));
};

export async function costs({ by, from, to }: CostsOptions, context: CommandContext): Promise<ExitCode> {
  const input = { by, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  return withLibrary(context, { writes: false }, async (library) => {
    const report = await library.request(costsOperation, input, { signal: context.interruption.signal });
    printResult(context, report, () => renderReport(report));
    return EXIT.ok;
  });
}

function renderReport({ by, entries, total }: CostReport): string {
  const lines = entries.map(({ key, ...sum }) => `${key ?? `no ${by}`}  ${renderSum(sum)}\n`);
  return `${lines.join('')}total  ${renderSum(total)}\n`;
}

function renderSum({ answers, tokens, costs: sums, unreckoned }: CostSum): string {
  const without = unreckoned > 0 ? ` · ${unreckoned} without a price table` : '';
  return `${answers} answers${answers === 0 ? '' : ` · ${renderCosts(tokens, sums)}`}${without}`;
}
