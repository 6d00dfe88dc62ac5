import { Command, Help } from 'commander';
import type { Execute, Register } from './commands/command-options.js';
import type { TextSink } from './terminal/terminal.js';

const EXIT_CODES = `
Exit codes:
  0  done, or answered
  1  failed
  2  the command line is wrong, or names a thing that does not exist
  3  declined: the sources do not support an answer

Environment:
  ARBITER_DATA_DIR  the library (default: .arbiter in the working directory)
  ARBITER_API_KEY   the key or token that a server asks for
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

export interface ListedCommand {
  readonly name: string;
  /** What follows the name in the list of commands. */
  readonly words: string;
  readonly summary: string;
  /** The command with its options, and all that it needs to run: most of the program, so nobody loads it to list it. */
  readonly load: () => Promise<Register>;
}

/** In the order of the help. A test holds the words to what each command registers. */
export const COMMANDS: readonly ListedCommand[] = [
  {
    name: 'ingest',
    words: '[options] [path...]',
    summary: 'read documents into the library',
    load: async () => (await import('./commands/ingest.command.js')).registerIngest,
  },
  {
    name: 'jobs',
    words: '[options] [id]',
    summary: 'list, follow, stop and retry ingestion jobs',
    load: async () => (await import('./commands/jobs.command.js')).registerJobs,
  },
  {
    name: 'schedules',
    words: '[options]',
    summary: 'list and remove scheduled sources',
    load: async () => (await import('./commands/schedules.command.js')).registerSchedules,
  },
  {
    name: 'changelog',
    words: '',
    summary: 'record what changed since the documents were written, and how the world stands',
    load: async () => (await import('./commands/changelog.command.js')).registerChangelog,
  },
  {
    name: 'sessions',
    words: '',
    summary: 'read what sessions changed from their records, as proposals with evidence',
    load: async () => (await import('./commands/sessions.command.js')).registerSessions,
  },
  {
    name: 'reindex',
    words: '[options] <collection>',
    summary: 'rebuild the indexes of a collection from its stored documents',
    load: async () => (await import('./commands/reindex.command.js')).registerReindex,
  },
  {
    name: 'ask',
    words: '[options] <question...>',
    summary: 'answer a question with citations, or decline it',
    load: async () => (await import('./commands/ask.command.js')).registerAsk,
  },
  {
    name: 'chat',
    words: '[options]',
    summary: 'ask one question after the other in one session',
    load: async () => (await import('./commands/chat.command.js')).registerChat,
  },
  {
    name: 'search',
    words: '[options] <query...>',
    summary: 'list the passages that match best',
    load: async () => (await import('./commands/search.command.js')).registerSearch,
  },
  {
    name: 'graph',
    words: '',
    summary: 'build, ask and export the knowledge graph of a collection',
    load: async () => (await import('./commands/graph.command.js')).registerGraph,
  },
  {
    name: 'entities',
    words: '',
    summary: 'correct the knowledge graph: merge, split, rename, relate and delete what it holds',
    load: async () => (await import('./commands/entities.command.js')).registerEntities,
  },
  {
    name: 'answers',
    words: '[options] [id]',
    summary: 'list the answers that are kept; show one step by step, and make it once more',
    load: async () => (await import('./commands/answers.command.js')).registerAnswers,
  },
  {
    name: 'costs',
    words: '[options]',
    summary: 'sum what language models were asked and cost',
    load: async () => (await import('./commands/costs.command.js')).registerCosts,
  },
  {
    name: 'ab',
    words: '',
    summary: 'compare variants of the search on the questions of users',
    load: async () => (await import('./commands/ab.command.js')).registerAb,
  },
  {
    name: 'serve',
    words: '',
    summary: 'serve the library over HTTP',
    load: async () => (await import('./commands/serve.command.js')).registerServe,
  },
  {
    name: 'keys',
    words: '[options]',
    summary: 'make, list and revoke keys for clients of a server',
    load: async () => (await import('./commands/keys.command.js')).registerKeys,
  },
  {
    name: 'mcp',
    words: '',
    summary: 'serve the library to an MCP client over stdio',
    load: async () => (await import('./commands/mcp.command.js')).registerMcp,
  },
  {
    name: 'backup',
    words: '[options] <file>',
    summary: 'write the whole library to one file, also while it is used',
    load: async () => (await import('./commands/backup.command.js')).registerBackup,
  },
  {
    name: 'restore',
    words: '[options] <file>',
    summary: 'put the library of a backup in place',
    load: async () => (await import('./commands/backup.command.js')).registerRestore,
  },
  {
    name: 'doctor',
    words: '',
    summary: 'say list what is installed, and what each missing part would add',
    load: async () => (await import('./commands/doctor.command.js')).registerDoctor,
  },
  {
    name: 'config',
    words: '',
    summary: 'print the configuration that holds',
    load: async () => (await import('./commands/config.command.js')).registerConfig,
  },
  {
    name: 'trust',
    words: '[options] [folder]',
    summary: 'follow the settings and packs of a folder',
    load: async () => (await import('./commands/trust.command.js')).registerTrust,
  },
  {
    name: 'completion',
    words: '<shell> [words...]',
    summary: 'print what bash, zsh or fish needs to complete the command line',
    load: async () => (await import('./commands/completion.command.js')).registerCompletion,
  },
  {
    name: 'demo',
    words: '',
    summary: 'read the sample domain and ask it four questions',
    load: async () => (await import('./commands/demo.command.js')).registerDemo,
  },
  {
    name: 'domain',
    words: '[options] [pack]',
    summary: 'make, check and list domain packs',
    load: async () => (await import('./commands/domain.command.js')).registerDomain,
  },
  {
    name: 'models',
    words: '[options]',
    summary: 'list and fetch further models',
    load: async () => (await import('./commands/models.command.js')).registerModels,
  },
  {
    name: 'eval',
    words: '',
    summary: 'measure how good the answers are',
    load: async () => {
      const { loadDeveloperEvaluations } = await import('./commands/developer-evaluations.js');
      const { registerEval } = await import('./commands/eval.command.js');
      return registerEval(await loadDeveloperEvaluations());
    },
  },
  {
    name: 'calibrate',
    words: '[options]',
    summary: 'fit from when on a claim counts as supported to labelled claims of a domain',
    load: async () => (await import('./commands/calibrate.command.js')).registerCalibrate,
  },
];
