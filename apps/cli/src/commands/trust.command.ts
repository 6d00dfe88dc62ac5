import { resolve } from 'node:path';
import type { Command } from 'commander';
import { printResult, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { examples, type Execute, type Register } from './command-options.js';

/** What is done with a folder. */
export type TrustRequest = { readonly kind: 'add' | 'remove'; readonly folder: string } | { readonly kind: 'list' };

export const registerTrust: Register = (program, execute) => {
  const trust = program
    .command('trust')
    .description(
      'Follow `config.yaml` and `domains/` of a folder when you work in it. They can run code and send your keys to a server ' +
        'of their choice, so they are ignored until then, and again once `config.yaml` or code of a pack has changed. What lies in the folder or above it is another folder. `arbiter trust ' +
        'add list` trusts a folder that is called like a subcommand.',
    )
    .addHelpText(
      'after',
      examples([
        ['arbiter trust', 'trust the working directory'],
        ['arbiter trust ~/notes', 'trust another one'],
        ['arbiter trust list', 'which ones you trust'],
        ['arbiter trust remove ~/notes', 'trust it no more'],
      ]),
    );
  folderCommand(trust, execute, { name: 'add', summary: 'trust a folder', kind: 'add', isDefault: true });
  trust
    .command('list')
    .summary('say which folders are trusted')
    .action(() => execute((context) => trustCommand({ kind: 'list' }, context)));
  folderCommand(trust, execute, { name: 'remove', summary: 'trust a folder no more', kind: 'remove' });
};

function folderCommand(
  trust: Command,
  execute: Execute,
  {
    name,
    summary,
    kind,
    isDefault = false,
  }: { name: string; summary: string; kind: 'add' | 'remove'; isDefault?: boolean },
): void {
  trust
    .command(name, { isDefault })
    .summary(summary)
    .argument('[folder]', 'a folder', '.')
    .action((folder: string) => execute((context) => trustCommand({ kind, folder }, context)));
}

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
