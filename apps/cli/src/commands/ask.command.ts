import { getAnswer, LIBRARY_IS_EMPTY, type QueryMode } from '@arbiter/contracts';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { namedDomain } from '../domains/find-pack.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { withLibrary, type OpenOptions } from '../library/open-library.js';
import { askLibrary } from '../questions/ask-library.js';
import { readQuestion } from '../questions/read-question.js';
import { renderAnswer } from '../render/render-answer.js';
import { renderTrace } from '../render/render-trace.js';
import { FILLING_COMMANDS } from './serve.command.js';
import { collectionsOption, domainOption, examples, modeOption, parseWhole, type Register } from './command-options.js';

export interface AskRequest {
  /** The question, or `-` for the standard input. */
  readonly words: readonly string[];
  /** Null asks all of the library. */
  readonly collections: readonly string[] | null;
  readonly domain: string | null;
  readonly session: string | null;
  /** The world after this session; null for the present. */
  readonly asOf?: number | null;
  readonly mode: QueryMode;
  /** Show how the answer was made. The trace is then kept. */
  readonly trace: boolean;
}

interface AskOptions {
  collection?: string[];
  domain?: string;
  session?: string;
  asOf?: number;
  mode: QueryMode;
  trace?: boolean;
}

export const registerAsk: Register = (program, execute) => {
  program
    .command('ask')
    .description(
      'Answer a question from the library. Every marker [n] points to a span of a stored document; a question that the ' +
        'sources do not support is declined, with exit code 3.',
    )
    .argument('<question...>', 'the question; "-" reads it from the standard input')
    .addOption(collectionsOption('collection to search, also several times (default: all)'))
    .addOption(domainOption('search the collections of a domain'))
    .option('-s, --session <id>', 'remember question and answer under this session')
    .addOption(modeOption())
    .option('--as-of <session>', 'the world after this session, by its number', parseWhole)
    .option('--trace', 'show every step from the record of the answer, which is kept')
    .addHelpText(
      'after',
      examples([
        ['arbiter ask "Who keeps the lighthouse?"', 'search all of the library'],
        ['arbiter ask "Who keeps the lighthouse?" -d lantern-coast', 'search one domain'],
        ['echo "Who keeps the lighthouse?" | arbiter ask - --json', 'the answer as JSON, with exact spans'],
      ]),
    )
    .action((words: string[], { collection, domain, session, mode, asOf, trace = false }: AskOptions) =>
      execute((context) =>
        ask(
          {
            words,
            collections: collection ?? null,
            domain: domain ?? null,
            session: session ?? null,
            asOf: asOf ?? null,
            mode,
            trace,
          },
          context,
        ),
      ),
    );
};

export async function ask(request: AskRequest, context: CommandContext): Promise<ExitCode> {
  const question = await readQuestion(request.words, context.stdin);
  const { collections, session, asOf = null, mode, trace } = request;
  const { domain, domainsDirectories } = await namedDomain(request.domain, context);
  const open: OpenOptions = { writes: session !== null || trace, domainsDirectories, warm: ['embedder', 'reader'] };
  return withLibrary(context, open, async (library) => {
    const input = {
      query: question,
      mode,
      ...(collections !== null && { collections: [...collections] }),
      ...(domain !== null && { domain }),
      ...(session !== null && { sessionId: session }),
      ...(asOf !== null && { asOfSession: asOf }),
    };
    const answer = await askLibrary(library, input, context);
    const colours = context.terminal.outColours;
    if (trace) {
      const record = await library.request(getAnswer, { answerId: answer.id }, { signal: context.interruption.signal });
      printResult(context, { answer, record }, () => renderAnswer(answer, colours) + renderTrace(record, colours));
    } else {
      printResult(context, answer, () => renderAnswer(answer, colours));
    }
    if (answer.answer === LIBRARY_IS_EMPTY) remark(context, `Fill it: ${FILLING_COMMANDS.join(', or ')}`);
    return answer.status === 'answered' ? EXIT.ok : EXIT.declined;
  });
}
