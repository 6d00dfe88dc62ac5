import { Command, Help } from 'commander';
import { COMMANDS } from './commands.js';
import type { Execute } from './commands/register.js';
import type { TextSink } from './terminal/terminal.js';

const EXIT_CODES = `
Exit codes:
  0  done, or answered
  1  failed
  2  the command line is wrong, or names a thing that does not exist
  3  declined: the sources do not support an answer

Environment:
  ARBITER_DATA_DIR  the library (default: .arbiter in the working directory)
  ARBITER_API_KEY   the key that a server asks for
  NO_COLOR          any value: no colours
  ARBITER_DEBUG     1 shows where an error came from`;

export interface ProgramOptions {
  readonly version: string;
  /** Commands whose names stand in it are loaded; of the others only the list in the help is told. */
  readonly argv: readonly string[];
  readonly execute: Execute;
  readonly out: TextSink;
}

/** The command line of `arbiter`. Parsing it throws CommanderError, also after help and version were written. */
export async function createProgram({ version, argv, execute, out }: ProgramOptions): Promise<Command> {
  const usual = new Help();
  const words = new Map(COMMANDS.map(({ name, words }) => [name, words]));
  const program = new Command('arbiter')
    .description('Answers questions from your documents, with citations, and declines what they do not support.')
    .version(version, '-V, --version', 'print the version')
    .option('--json', 'print one JSON object on the standard output, nothing else')
    .option('--server <url>', 'be a client of a running server instead of opening the library here')
    .option('--data-dir <folder>', 'the library (before ARBITER_DATA_DIR)')
    .option('--allow-pack-code', 'run code that domain packs bring along (as ARBITER_ALLOW_PACK_CODE=true)')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void out.write(text),
      // Told by reportError, in one place for all errors.
      writeErr: () => undefined,
    })
    .exitOverride()
    .addHelpText('after', EXIT_CODES);
  for (const { name, summary, load } of COMMANDS) {
    // A word of a question may be the name of a command, too: that one is loaded for nothing.
    if (argv.includes(name)) (await load())(program, execute);
    else program.command(name);
    program.commands.at(-1)?.summary(summary);
  }
  // Only now: what commands have inherited lists their own subcommands.
  program.configureHelp({
    showGlobalOptions: true,
    subcommandTerm: (command) => {
      const listed = words.get(command.name());
      return listed === undefined ? usual.subcommandTerm(command) : `${command.name()} ${listed}`.trimEnd();
    },
  });
  return program;
}
