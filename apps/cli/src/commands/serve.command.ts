import { once } from 'node:events';
import { counted, ArbiterError, listCollections } from '@arbiter/contracts';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { examples, type Register } from './command-options.js';

/** What fills an empty library: one's own documents, or the sample. */
export const FILLING_COMMANDS = ['npx arbiter ingest PATH', 'npx arbiter ingest --domain lantern-coast'] as const;

export const registerServe: Register = (program, execute) => {
  program
    .command('serve')
    .description(
      'Run all arms in this process and serve them over HTTP until Ctrl-C: the orchestrator on ORCHESTRATOR_PORT (3100), ' +
        'the retriever on RETRIEVER_PORT (8006).',
    )
    .addHelpText(
      'after',
      examples([
        ['arbiter serve', 'serve the library of this folder'],
        ['ORCHESTRATOR_PORT=4100 arbiter serve --data-dir /srv/library', 'another port, another library'],
      ]),
    )
    .action(() => execute(serve));
};

export async function serve(context: CommandContext): Promise<ExitCode> {
  const { env, cwd, options, interruption } = context;
  if (options.server !== null)
    throw new ArbiterError('INVALID_REQUEST', 'serve starts a server; it cannot be used with --server.');
  const { startStandalone } = await context.loadStandalone();
  const standalone = await startStandalone({ env, cwd, http: true });
  try {
    const { collections } = await standalone.client.request(listCollections, {});
    const documents = collections.reduce((total, collection) => total + collection.documents, 0);
    const { urls, dataDirectory } = standalone;
    printResult(context, { urls, dataDirectory, documents, collections: collections.length }, () =>
      [
        `Arbiter serves ${counted(documents, 'document')} of ${dataDirectory}`,
        `  page       ${urls.orchestrator ?? 'not served'}`,
        `  questions  ${urls.orchestrator ?? 'not served'}/v1/query`,
        `  search     ${urls.retriever ?? 'not served'}/search`,
        ...(documents > 0
          ? []
          : [
              '',
              'The library is empty. Fill it from another terminal:',
              ...FILLING_COMMANDS.map((line) => `  ${line}`),
            ]),
        '',
      ].join('\n'),
    );
    if (!interruption.signal.aborted) await once(interruption.signal, 'abort');
    remark(context, 'Stopping: open requests are finished first.');
  } finally {
    await standalone.close();
  }
  return EXIT.ok;
}
