import { listAnswers, type AnswerSummary } from '@arbiter/contracts';
import type { Command } from 'commander';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { withLibrary } from '../library/open-library.js';
import { milliseconds, renderCost } from '../render/format-text.js';
import { domainOption, examples, parseCount, type Register } from './command-options.js';
import { refuseUnfit } from './refuse-unfit.js';
import { replay, type ReplayOptions } from './replay-answer.js';

/** Options that choose among answers. */
const LISTING = ['session', 'domain', 'before', 'limit'];
/** Those that say how one is shown. */
const REPLAYING = ['live', 'prompts'];

export interface AnswersOptions {
  readonly session?: string;
  readonly domain?: string;
  readonly before?: string;
  readonly limit: number;
}

export const registerAnswers: Register = (program, execute) => {
  program
    .command('answers')
    .description(
      'List the answers that a server, a session or --trace has kept, the last one first. With an id, show what that answer ' +
        'was made of, as it was recorded: every call with its duration and what came of it, checks and corrections. Then ' +
        'make it once more from the record, without asking anybody, and say whether the same comes out; with --live, ask ' +
        'the question again today and say what differs. Ends with 1 when it is not the same.',
    )
    .argument('[id]', 'of an answer')
    .option('-s, --session <id>', 'list those of a session')
    .addOption(domainOption('list those of a domain'))
    .option('--before <id>', 'list those that were given before this one')
    .option('-n, --limit <count>', 'list at most so many', parseCount, 20)
    .option('--live', 'ask the library and the models of today')
    .option('--prompts', 'show what language models were asked and wrote word by word, not only the beginning')
    .addHelpText(
      'after',
      examples([
        ['arbiter answers -n 5', 'the last five'],
        ['arbiter answers -s s-1', 'those of a session'],
        ['arbiter answers answer_4kq1', 'one, from the record'],
        ['arbiter answers answer_4kq1 --live', 'against what is there today'],
      ]),
    )
    .action((id: string | undefined, options: AnswersOptions & ReplayOptions, command: Command) =>
      execute((context) => {
        if (id === undefined) {
          refuseUnfit(command, REPLAYING, 'needs the id of an answer');
          return answers(options, context);
        }
        refuseUnfit(command, LISTING, 'is for a list, without the id of an answer');
        return replay(id, options, context);
      }),
    );
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
