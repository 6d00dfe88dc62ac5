import { getAnswer, replayAnswer } from '@arbiter/contracts';
import { printResult, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { withLibrary } from '../library/open-library.js';
import { renderFlight } from '../render/render-flight.js';
import { renderReplay } from '../render/render-replay.js';
import { examples, type Register } from './register.js';

export const registerReplay: Register = (program, execute) => {
  program
    .command('replay')
    .description(
      'Show what an answer was made of, as it was recorded: every call with its duration and what came of it, checks and ' +
        'corrections. Then make it once more from the record, without asking anybody, and say whether the same comes out; ' +
        'with --live, ask the question again today and say what differs. Ends with 1 when it is not the same.',
    )
    .argument('<id>', 'id of the answer, as `arbiter answers` lists them')
    .option('--live', 'ask the library and the models of today')
    .option('--prompts', 'show what language models were asked and wrote word by word, not only the beginning')
    .addHelpText(
      'after',
      examples([
        ['arbiter answers', 'find the id'],
        ['arbiter replay answer_4kq1', 'from the record'],
        ['arbiter replay answer_4kq1 --prompts', 'with whole prompts'],
        ['arbiter replay answer_4kq1 --live', 'against what is there today'],
      ]),
    )
    .action((id: string, { live = false, prompts = false }: { live?: boolean; prompts?: boolean }) =>
      execute((context) => replay({ id, live, prompts }, context)),
    );
};

export async function replay(
  { id, live, prompts }: { readonly id: string; readonly live: boolean; readonly prompts: boolean },
  context: CommandContext,
): Promise<ExitCode> {
  const { signal } = context.interruption;
  // A live answer is kept like any other.
  return withLibrary(context, { writes: live }, async (library) => {
    const record = await library.request(getAnswer, { answerId: id }, { signal });
    const report = await library.request(replayAnswer, { answerId: id, live }, { signal });
    const { outColours } = context.terminal;
    printResult(
      context,
      { record, report },
      () => `${renderFlight(record, outColours, { prompts })}\n${renderReplay(report, outColours)}`,
    );
    return report.verdict === 'same' ? EXIT.ok : EXIT.failed;
  });
}
