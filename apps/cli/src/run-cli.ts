import { CommanderError } from 'commander';
import type { CommandContext, CommandHandler, Environment } from './command.context.js';
import { createProgram } from './create-program.js';
import { EXIT, exitCodeOf } from './exit-code.js';
import type { Interruption } from './interruption.js';
import type { StandaloneModule } from './library/library.js';
import { retiredCommand } from './terminal/retired-commands.js';
import { createTerminal, type Terminal, type TextSink } from './terminal/terminal.js';
import { readVersion } from './version.js';

/** Everything that the command line takes from its process. */
export interface CliRuntime {
  /** Without the interpreter and the script. */
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  readonly stdin: CommandContext['stdin'];
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly now: () => number;
  readonly interruption: Interruption;
  readonly loadStandalone: () => Promise<StandaloneModule>;
}

interface GlobalFlags {
  json?: boolean;
  server?: string;
  dataDir?: string;
  allowPackCode?: boolean;
}

/** Runs one command to its end and says with which code to exit. Never throws. */
export async function runCli(runtime: CliRuntime): Promise<number> {
  const { argv, env, interruption } = runtime;
  const terminal = createTerminal(runtime);
  let exitCode: number = EXIT.ok;
  let standalone: Promise<StandaloneModule> | undefined;
  const program = await createProgram({
    version: await readVersion(),
    argv,
    out: runtime.stdout,
    execute: async (handler: CommandHandler) => {
      const { json = false, server = null, dataDir = null, allowPackCode = false } = program.opts<GlobalFlags>();
      const withFlags = {
        ...env,
        ...(dataDir !== null && { ARBITER_DATA_DIR: dataDir }),
        ...(allowPackCode && { ARBITER_ALLOW_PACK_CODE: 'true' }),
      };
      const context: CommandContext = {
        ...runtime,
        terminal,
        env: withFlags,
        options: { json, server, dataDir },
        loadStandalone: () => (standalone ??= loadAndSayIgnored({ ...runtime, env: withFlags }, terminal)),
      };
      exitCode = await handler(context);
    },
  });
  if (argv.length === 0) {
    terminal.err.write(program.helpInformation());
    return EXIT.usage;
  }
  try {
    // Else `jobs list` would be a job, and `trust list` a folder.
    const retired = retiredCommand(argv);
    if (retired)
      throw new CommanderError(EXIT.usage, 'arbiter.retired', `there is no command '${retired.command}' any more`);
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return EXIT.ok;
    // Loaded now, since it brings the contracts with it, which help does without.
    const { reportError, toArbiterError } = await import('./terminal/report-error.js');
    const error = toArbiterError(thrown, argv);
    // A usage error may come before the flags are known.
    const json = argv.slice(0, endOfOptions(argv)).includes('--json');
    reportError(error, terminal, { json, debug: env.ARBITER_DEBUG === '1' });
    return interruption.exitCode ?? exitCodeOf(error.code);
  }
}

/** Whoever reads settings and packs is told first, and once, which of this folder and of the environment do not count. */
async function loadAndSayIgnored(
  { loadStandalone, env, cwd }: Pick<CliRuntime, 'loadStandalone' | 'env' | 'cwd'>,
  terminal: Terminal,
): Promise<StandaloneModule> {
  const standalone = await loadStandalone();
  const sentences = [...standalone.ignoredHere({ env, cwd }), ...standalone.unreadHere({ env, cwd })];
  for (const sentence of sentences) terminal.err.write(`${sentence}\n`);
  return standalone;
}

function endOfOptions(argv: readonly string[]): number {
  const index = argv.indexOf('--');
  return index === -1 ? argv.length : index;
}
