import { listAnswers, type AnswerSummary } from '@arbiter/contracts';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { withLibrary } from '../library/open-library.js';
import { milliseconds, renderCost } from '../render/format-text.js';
import { domainOption, examples, parseCount, type Register } from './command-options.js';

export interface AnswersOptions {
  readonly session?: string;
  readonly domain?: string;
  readonly before?: string;
  readonly limit: number;
}

export const registerAnswers: Register = (program, execute) => {
  program
    .command('answers')
    .description('List the answers that a server, a session or --trace has kept, the last one first.')
    .option('-s, --session <id>', 'those of a session')
    .addOption(domainOption('those of a domain'))
    .option('--before <id>', 'those that were given before this one')
    .option('-n, --limit <count>', 'at most so many', parseCount, 20)
    .addHelpText(
      'after',
      examples([
        ['arbiter answers -n 5', 'the last five'],
        ['arbiter answers -s s-1', 'those of a session'],
      ]),
    )
    .action((options: AnswersOptions) => execute((context) => answers(options, context)));
};

export async function answers(
  { session, domain, before, limit }: AnswersOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const input = {
    limit,
    ...(session !== undefined && { sessionId: session }),
    ...(domain !== undefined && { domain }),
    ...(before !== undefined && { before }),
  };
  return withLibrary(context, { writes: false }, async (library) => {
    const page = await library.request(listAnswers, input, { signal: context.interruption.signal });
    printResult(context, page, () => page.answers.map(renderSummary).join(''));
    if (!context.options.json) {
      if (page.answers.length === 0) remark(context, 'No answers are kept.');
      if (page.next !== null) remark(context, `More: arbiter answers --before ${page.next}`);
    }
    return EXIT.ok;
  });
}

function renderSummary(summary: AnswerSummary): string {
  const { id, createdAt, status, durationMs, tokens, cost, assigned, query } = summary;
  const facts = [
    createdAt,
    status ?? 'unknown',
    ...(durationMs === null ? [] : [milliseconds(durationMs)]),
    ...(cost === null || tokens.length === 0 ? [] : [renderCost(cost)]),
    ...(assigned === null ? [] : [`${assigned.experiment}: ${assigned.variant}`]),
  ];
  return `${id}  ${facts.join(' · ')}  ${query.replaceAll(/\s+/g, ' ')}\n`;
}
