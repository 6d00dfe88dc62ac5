import { join, resolve } from 'node:path';
import { ArbiterError, CollectionName } from '@arbiter/contracts';
import { printResult, type CommandContext } from '../command.context.js';
import { scaffoldPack } from '../domains/scaffold-pack.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { examples, type Register } from './register.js';

export interface DomainNewRequest {
  readonly name: string;
  /** The folder that packs are in. */
  readonly parent: string;
}

/** Looked for by every command, below the folder where one works, if that is trusted. */
const PACKS_FOLDER = 'domains';

export const registerDomainNew: Register = (domain, execute) => {
  domain
    .command('new')
    .summary('begin a new pack')
    .description('Write a domain pack that works as it is: configuration, sources, a first document and a prompt.')
    .argument('<name>', 'its domain: letters, digits, ".", "_" and "-"')
    .option('--in <folder>', 'the folder to put it into', PACKS_FOLDER)
    .addHelpText(
      'after',
      examples([
        ['arbiter domain new handbook', 'write domains/handbook; `arbiter trust` makes it known by its name'],
        ['arbiter domain new handbook --in ~/packs', 'write it elsewhere; name it by its path then'],
      ]),
    )
    .action((name: string, options: { in: string }) =>
      execute((context) => domainNew({ name, parent: options.in }, context)),
    );
};

export async function domainNew({ name, parent }: DomainNewRequest, context: CommandContext): Promise<ExitCode> {
  const domain = CollectionName.safeParse(name);
  if (!domain.success) {
    const [issue] = domain.error.issues;
    throw new ArbiterError(
      'INVALID_REQUEST',
      `"${name}" cannot name a domain: it ${issue?.message ?? 'is malformed'}.`,
      {
        details: { field: 'name' },
      },
    );
  }
  const folder = join(resolve(context.cwd, parent), name);
  const files = await scaffoldPack(folder, name);
  const called = parent === PACKS_FOLDER ? name : folder;
  const { TrustedFolders } = await import('@arbiter/standalone/trust');
  const isFound = parent !== PACKS_FOLDER || new TrustedFolders(context.env).has(context.cwd);
  const next = [
    ...(isFound ? [] : ['arbiter trust']),
    `arbiter domain check ${called}`,
    `arbiter ingest --domain ${called}`,
    `arbiter ask "Which formats can be read?" --domain ${called}`,
  ];
  printResult(context, { command: 'domain new', domain: name, folder, files, next }, () =>
    [
      `Made ${folder}:`,
      ...files.map((file) => `  ${file}`),
      '',
      'Put documents into documents/, then:',
      ...next.map((line) => `  ${line}`),
      '',
    ].join('\n'),
  );
  return EXIT.ok;
}
