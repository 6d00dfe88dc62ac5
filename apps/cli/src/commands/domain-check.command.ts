import { inspectPack } from '@arbiter/standalone/domains';
import { printResult, type CommandContext } from '../command.context.js';
import { findPackFolder } from '../domains/find-pack.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { renderInspection } from '../render/render-inspection.js';
import { examples, type Register } from './register.js';

export const registerDomainCheck: Register = (domain, execute) => {
  domain
    .command('check')
    .summary('say everything that is wrong with a pack')
    .description(
      'Look at configuration, sources, prompts and tools of a pack and say all that is wrong with them, each with its ' +
        'line and what to do. Its code is compiled, and only with --allow-pack-code run. Ends with 1 when there is an ' +
        'error; warnings are no errors.',
    )
    .argument('<pack>', 'a domain, or the path of a folder')
    .addHelpText(
      'after',
      examples([
        ['arbiter domain check handbook', 'a pack in domains/'],
        ['arbiter domain check ./packs/handbook --json', 'one by its path, for an editor'],
      ]),
    )
    .action((pack: string) => execute((context) => domainCheck(pack, context)));
};

export async function domainCheck(pack: string, context: CommandContext): Promise<ExitCode> {
  const { env, cwd, terminal } = context;
  const { domainFolders, effectiveConfiguration } = await context.loadStandalone();
  const folder = await findPackFolder(pack, domainFolders({ env, cwd }), cwd);
  const { variables } = effectiveConfiguration({ env, cwd });
  const embeddingModel = variables.find(({ name }) => name === 'EMBEDDING_MODEL')?.value ?? null;
  const runsCode = env.ARBITER_ALLOW_PACK_CODE === 'true';
  const inspection = await inspectPack(folder, { embeddingModel, runsCode }, context.interruption.signal);
  printResult(context, { command: 'domain check', ...inspection }, () =>
    renderInspection(inspection, terminal.outColours),
  );
  return inspection.findings.some(({ severity }) => severity === 'error') ? EXIT.failed : EXIT.ok;
}
