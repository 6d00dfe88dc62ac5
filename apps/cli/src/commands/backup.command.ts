import { counted, ArbiterError } from '@arbiter/contracts';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { withProgress } from '../terminal/progress.display.js';
import { readVersion } from '../version.js';
import { examples, type Register } from './command-options.js';

interface BackupFlags {
  readonly verify?: boolean;
  readonly force?: boolean;
}

const MEBIBYTE = 1_024 * 1_024;

export const registerBackup: Register = (program, execute) => {
  program
    .command('backup')
    .description(
      'Write the whole library to one file: documents, indexes, changelogs, graphs, sessions, answers. Configuration and keys are not in it. It may be taken while servers and workers run.',
    )
    .argument('<file>', 'the archive')
    .option('--verify', 'write nothing: compare every file of the archive with its checksum')
    .option('--force', 'replace the file')
    .addHelpText(
      'after',
      examples([
        ['arbiter backup monday.arbiter.tgz', 'back up the library of this folder'],
        ['arbiter backup --verify monday.arbiter.tgz', 'say whether the backup is whole'],
      ]),
    )
    .action((file: string, flags: BackupFlags) =>
      execute((context) => (flags.verify === true ? verify(file, context) : backup(file, flags, context))),
    );
};

export const registerRestore: Register = (program, execute) => {
  program
    .command('restore')
    .description('Put the library of a backup in place. Nothing is seen of it before all of it is proven.')
    .argument('<file>', 'the archive')
    .option('--force', 'replace the library that is there; its files are kept beside it')
    .addHelpText(
      'after',
      examples([
        ['arbiter restore monday.arbiter.tgz --data-dir new', 'into another folder'],
        ['arbiter restore monday.arbiter.tgz --force', 'in the place of the library of this folder'],
      ]),
    )
    .action((file: string, flags: BackupFlags) => execute((context) => restore(file, flags, context)));
};

async function backup(file: string, { force = false }: BackupFlags, context: CommandContext): Promise<ExitCode> {
  const engine = await localEngine(context);
  const arbiter = await readVersion();
  const { env, cwd, interruption } = context;
  const done = await withProgress(context, 'MiB', (show) => {
    const onProgress = (bytes: number, of: number): void => show('backup', mebibytes(bytes), mebibytes(of));
    return engine.backUp({ env, cwd, file, replace: force, signal: interruption.signal, onProgress }, arbiter);
  });
  printResult(context, done, () => {
    const { about, files, archiveBytes, totalMs } = done;
    const held = `${counted(documentsOf(about), 'document')} in ${counted(about.collections.length, 'collection')}`;
    return `Wrote ${held} to ${done.file}: ${counted(files, 'file')}, ${mebibytes(archiveBytes)} MiB, ${(totalMs / 1_000).toFixed(1)} s.\n`;
  });
  if (!context.options.json) for (const reason of done.about.leftOut) remark(context, `Not in it: ${reason}.`);
  return EXIT.ok;
}

async function verify(file: string, context: CommandContext): Promise<ExitCode> {
  const engine = await context.loadStandalone();
  const { cwd, interruption } = context;
  const proven = await engine.verifyBackupFile({ cwd, file, signal: interruption.signal });
  printResult(context, proven, () => {
    const { about, files, bytes } = proven;
    const held = `${counted(documentsOf(about), 'document')} in ${counted(about.collections.length, 'collection')}`;
    return `${proven.file} is whole: ${held}, ${counted(files, 'file')}, ${mebibytes(bytes)} MiB, made at ${about.createdAt} by Arbiter ${about.arbiter}.\n`;
  });
  return EXIT.ok;
}

async function restore(file: string, { force = false }: BackupFlags, context: CommandContext): Promise<ExitCode> {
  const engine = await localEngine(context);
  const { env, cwd, interruption } = context;
  const done = await engine.restore({ env, cwd, file, replace: force, signal: interruption.signal });
  printResult(context, done, () => {
    const { about, path, bytes } = done;
    const held = `${counted(documentsOf(about), 'document')} in ${counted(about.collections.length, 'collection')}`;
    return `Restored ${held} to ${path}: ${mebibytes(bytes)} MiB, as of ${about.createdAt}.\n`;
  });
  if (!context.options.json) {
    if (done.replaced !== null)
      remark(context, `What was there is in ${done.replaced}: delete it when it is not wanted.`);
    for (const name of done.toReindex)
      remark(context, `The backup has no indexes of ${name}: rebuild them with arbiter reindex ${name}.`);
  }
  return EXIT.ok;
}

/** Both work on the disk, and not through a server. */
async function localEngine(context: CommandContext) {
  const { server } = context.options;
  if (server === null) return context.loadStandalone();
  throw new ArbiterError(
    'INVALID_REQUEST',
    'Backups are made where the data directory is: run the command on that machine, without --server.',
  );
}

function documentsOf({ collections }: { readonly collections: readonly { readonly documents: number }[] }): number {
  return collections.reduce((sum, { documents }) => sum + documents, 0);
}

function mebibytes(bytes: number): number {
  return Math.ceil(bytes / MEBIBYTE);
}
