import { join, resolve } from 'node:path';
import { counted, ArbiterError, CollectionName, listDomains, type DomainSummary } from '@arbiter/contracts';
import type { Command } from 'commander';
import { inspectPack, type PackFinding, type PackInspection } from '@arbiter/standalone/domains';
import { printResult, type CommandContext } from '../command.context.js';
import { findPackFolder } from '../domains/find-pack.js';
import { scaffoldPack } from '../domains/scaffold-pack.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { withLibrary } from '../library/open-library.js';
import type { Colours } from '../terminal/terminal.js';
import { examples, type Register } from './command-options.js';
import { refuseUnfit } from './refuse-unfit.js';

/** Packs of knowledge: documents, how they are read, and what goes with them. */
export const registerDomain: Register = (program, execute) => {
  program
    .command('domain')
    .description(
      'List the domain packs that commands find by name: those in ARBITER_DOMAINS_DIR, in domains/ where one works if the ' +
        'folder is trusted, and those that come with Arbiter; a broken one is left out. With a pack, look at its ' +
        'configuration, sources, prompts and tools and say all that is wrong with them, each with its line and what to do. ' +
        'Its code is compiled, and only with --allow-pack-code run. Ends with 1 when there is an error; warnings are no errors.',
    )
    .argument('[pack]', 'a domain, or the path of a folder')
    .option(
      '--new',
      'write a pack of that name that works as it is: configuration, sources, a first document and a prompt',
    )
    .option('--in <folder>', 'the folder to put a new one into', PACKS_FOLDER)
    .addHelpText(
      'after',
      examples([
        ['arbiter domain', 'which packs are there'],
        ['arbiter domain handbook --new', 'write domains/handbook; `arbiter trust` makes it known by its name'],
        ['arbiter domain handbook --new --in ~/packs', 'write it elsewhere; name it by its path then'],
        ['arbiter domain handbook', 'say what is wrong with it'],
        ['arbiter domain ./packs/handbook --json', 'one by its path, for an editor'],
      ]),
    )
    .action((pack: string | undefined, options: { readonly new?: boolean; readonly in: string }, command: Command) =>
      execute((context) => {
        if (pack === undefined) refuseUnfit(command, ['new'], 'needs the name of the pack');
        if (options.new !== true) refuseUnfit(command, ['in'], 'is for a new pack, with --new');
        if (pack === undefined) return domainList(context);
        return options.new === true
          ? domainNew({ name: pack, parent: options.in }, context)
          : domainCheck(pack, context);
      }),
    );
};

export interface DomainNewRequest {
  readonly name: string;
  /** The folder that packs are in. */
  readonly parent: string;
}

/** Looked for by every command, below the folder where one works, if that is trusted. */
const PACKS_FOLDER = 'domains';

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
  const { TrustedFolders } = await import('@arbiter/standalone/trust');
  const trusted = new TrustedFolders(context.env);
  const isTrusted = trusted.has(context.cwd);
  const files = await scaffoldPack(folder, name);
  // The code that it has now is ours.
  if (isTrusted && parent === PACKS_FOLDER) trusted.add(context.cwd);
  const called = parent === PACKS_FOLDER ? name : folder;
  const isFound = parent !== PACKS_FOLDER || isTrusted;
  const next = [
    ...(isFound ? [] : ['arbiter trust']),
    `arbiter domain ${called}`,
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

export async function domainList(context: CommandContext): Promise<ExitCode> {
  return withLibrary(context, { writes: false }, async (library) => {
    const { domains } = await library.request(listDomains, {}, { signal: context.interruption.signal });
    printResult(context, { command: 'domain list', domains }, () => domains.map(rendered).join(''));
    return EXIT.ok;
  });
}

function rendered({ domain, version, description, collections }: DomainSummary): string {
  return `${domain} ${version}\n  ${description}\n  collections: ${collections.join(', ')}\n`;
}

/** What is wrong with a pack, with places as editors open them, and what to do about each. */
export function renderInspection({ folder, findings }: PackInspection, colours: Colours): string {
  if (findings.length === 0) return `${colours.green('✓')} ${folder}: nothing is wrong with it.\n`;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  return [
    ...findings.map((finding) => renderFinding(finding, colours)),
    `${counted(errors, 'error')}, ${counted(warnings, 'warning')}\n`,
  ].join('\n');
}

function renderFinding({ severity, file, line, column, problem, fix }: PackFinding, colours: Colours): string {
  const place = [file, line, column].filter((part) => part !== null).join(':');
  const mark = severity === 'error' ? colours.red('error') : colours.dim('warning');
  return `${place}  ${mark}\n  ${problem}\n  ${fix}\n`;
}
