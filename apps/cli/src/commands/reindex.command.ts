import { reindexCollection } from '@arbiter/contracts';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { seeThroughJobs } from '../ingestion/see-through-jobs.js';
import { withLibrary } from '../library/open-library.js';
import { renderCounts } from '../render/render-ingestion.js';
import { examples, type Register } from './command-options.js';

interface GivenOptions {
  readonly embeddingModel?: string;
}

export const registerReindex: Register = (program, execute) => {
  program
    .command('reindex')
    .description(
      'Rebuild what a collection is searched by, without its sources: after a change of the embedding model, of the ' +
        'analyser or of how documents are cut. Until it is done the collection is answered from what was there before.',
    )
    .argument('<collection>', 'its name')
    .option('--embedding-model <name>', 'what turns the texts into vectors from then on (default: EMBEDDING_MODEL)')
    .addHelpText(
      'after',
      examples([
        ['arbiter reindex default', 'rebuild it as this version does it'],
        ['arbiter reindex notes --embedding-model nomic-embed-text', 'with another model, while the old one answers'],
      ]),
    )
    .action((collection: string, options: GivenOptions) =>
      execute((context) => reindex(collection, options.embeddingModel ?? null, context)),
    );
};

async function reindex(collection: string, model: string | null, context: CommandContext): Promise<ExitCode> {
  return withLibrary(context, { writes: true }, async (library) => {
    const { signal } = context.interruption;
    const input = { collection, ...(model !== null && { embeddingModel: model }) };
    const job = await library.request(reindexCollection, input, { signal });
    const { exitCode, ...result } = await seeThroughJobs(library, [job], context);
    printResult(context, result, () => renderCounts(result));
    if (model !== null && exitCode === EXIT.ok)
      remark(
        context,
        `Now set EMBEDDING_MODEL=${model} for every arm: a collection is searched with the model it was built with.`,
      );
    return exitCode;
  });
}
