import { runChatCommand, completeChatLine, type Chat } from '../chat/chat-commands.js';
import { ChatLines } from '../chat/chat-lines.js';
import { Conversation, type ConversationStart } from '../chat/conversation.js';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { namedDomain } from '../domains/find-pack.js';
import { EXIT, exitCodeOf, type ExitCode } from '../exit-code.js';
import { withLibrary } from '../library/open-library.js';
import { readQuestion } from '../questions/read-question.js';
import { renderAnswer } from '../render/render-answer.js';
import { reportError, toArbiterError } from '../terminal/report-error.js';
import { collectionsOption, domainOption, examples, modeOption, type Register } from './command-options.js';

export const registerChat: Register = (program, execute) => {
  program
    .command('chat')
    .description(
      'Ask one question after the other in one session, so that each may follow up on those before. A line that begins ' +
        'with a slash is a command: /help lists them. Lines of a pipe are asked one by one, without a prompt; with --json, ' +
        'each gives one line of JSON.',
    )
    .addOption(collectionsOption('collection to search, also several times (default: all)'))
    .addOption(domainOption('search the collections of a domain'))
    .option('-s, --session <id>', 'continue this session, or begin it under this id (default: a new one)')
    .addOption(modeOption())
    .addHelpText(
      'after',
      examples([
        ['arbiter chat', 'about all of the library'],
        ['arbiter chat -d lantern-coast -s s-1', 'about one domain, in a session'],
        ['arbiter chat --server http://127.0.0.1:3100', 'as a client of a server'],
        ['arbiter chat < questions.txt', 'one question a line'],
      ]),
    )
    .action((start: ConversationStart) => execute((context) => chat(start, context)));
};

/** @returns 0; of a pipe, the code of the last line that failed; that of a signal which ended it */
async function chat(start: ConversationStart, context: CommandContext): Promise<ExitCode> {
  const { terminal, interruption } = context;
  const { domain, domainsDirectories } = await namedDomain(start.domain ?? null, context);
  const open = { writes: true, domainsDirectories, warm: ['embedder', 'reader'] } as const;
  return withLibrary(context, open, async (library) => {
    const conversation = new Conversation(library, terminal, start, domain);
    let running: AbortController | null = null;
    const during = (signal: AbortSignal): Chat => ({ conversation, context, signal });
    const lines = new ChatLines(context, {
      complete: (line) => completeChatLine(line, during(interruption.signal)),
      interrupt: () => {
        if (!running || running.signal.aborted) return false;
        running.abort();
        return true;
      },
    });
    let exitCode: ExitCode = EXIT.ok;
    if (lines.isTyped) remark(context, 'Ask a question. /help lists commands, Ctrl-D ends.');
    try {
      lines.prompt(conversation.place);
      for await (const line of lines) {
        lines.hidePrompt();
        running = new AbortController();
        const signal = AbortSignal.any([running.signal, interruption.signal]);
        try {
          if (await answerLine(line.trim(), during(signal))) break;
        } catch (thrown) {
          if (interruption.signal.aborted) break;
          if (running.signal.aborted) remark(context, 'Stopped.');
          else exitCode = report(thrown, context);
        }
        running = null;
        lines.prompt(conversation.place);
      }
    } finally {
      lines.close();
    }
    // A person has seen what failed, and gone on.
    return interruption.exitCode ?? (lines.isTyped ? EXIT.ok : exitCode);
  });
}

/** @returns whether the chat is over */
async function answerLine(line: string, chat: Chat): Promise<boolean> {
  const { conversation, context, signal } = chat;
  if (line === '') return false;
  if (line.startsWith('/')) return runChatCommand(line, chat);
  const answer = await conversation.ask(await readQuestion([line], context.stdin), signal);
  if (answer.resolvedQuery !== undefined && !context.options.json) remark(context, `Read as: ${answer.resolvedQuery}`);
  printResult(context, answer, () => `${renderAnswer(answer, context.terminal.outColours)}\n`);
  return false;
}

/** One sentence, and the chat goes on: a key may be wrong, and a server may come back. */
function report(thrown: unknown, { terminal, options, env }: CommandContext): ExitCode {
  const error = toArbiterError(thrown);
  reportError(error, terminal, { json: options.json, debug: env.ARBITER_DEBUG === '1' });
  return exitCodeOf(error.code);
}
