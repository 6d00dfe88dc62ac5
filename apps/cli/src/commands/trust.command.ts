import { resolve } from 'node:path';
import { Option } from 'commander';
import { printResult, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { examples, type Register } from './command-options.js';

/** What is done with a folder. */
export type TrustRequest = { readonly kind: 'add' | 'remove'; readonly folder: string } | { readonly kind: 'list' };

export const registerTrust: Register = (program, execute) => {
  program
    .command('trust')
    .description(
      'Follow `config.yaml` and `domains/` of a folder when you work in it. They can run code and send your keys to a server ' +
        'of their choice, so they are ignored until then, and again once `config.yaml` or code of a pack has changed. What lies in the folder or above it is another folder.',
    )
    .argument('[folder]', 'a folder', '.')
    .addOption(new Option('--list', 'say which folders are trusted').conflicts('remove'))
    .option('--remove', 'trust the folder no more')
    .addHelpText(
      'after',
      examples([
        ['arbiter trust', 'trust the working directory'],
        ['arbiter trust ~/notes', 'trust another one'],
        ['arbiter trust --list', 'which ones you trust'],
        ['arbiter trust ~/notes --remove', 'trust it no more'],
      ]),
    )
    .action(
      (folder: string, { list = false, remove = false }: { readonly list?: boolean; readonly remove?: boolean }) =>
        execute((context) =>
          trustCommand(list ? { kind: 'list' } : { kind: remove ? 'remove' : 'add', folder }, context),
        ),
    );
};

export async function trustCommand(request: TrustRequest, context: CommandContext): Promise<ExitCode> {
  const { TrustedFolders } = await import('@arbiter/standalone/trust');
  const { env, cwd } = context;
  const trusted = new TrustedFolders(env);
  const said = carryOut(request);
  const folders = trusted.list();
  printResult(context, { command: `trust ${request.kind}`, folders }, () => said ?? listOf(folders));
  return EXIT.ok;

  /** Null where the list itself is asked for. */
  function carryOut(asked: TrustRequest): string | null {
    if (asked.kind === 'list') return null;
    const folder = resolve(cwd, asked.folder);
    if (asked.kind === 'add') return `config.yaml and domains/ of ${trusted.add(folder)} are followed from now on.\n`;
    return trusted.remove(folder) ? `${folder} is trusted no more.\n` : `${folder} was not trusted.\n`;
  }
}

function listOf(folders: readonly string[]): string {
  return folders.length === 0 ? 'No folder is trusted.\n' : folders.map((folder) => `${folder}\n`).join('');
}
