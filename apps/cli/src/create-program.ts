import { Command } from 'commander';
import { registerAnswers } from './commands/answers.command.js';
import { registerAsk } from './commands/ask.command.js';
import { registerBench } from './commands/bench.command.js';
import { registerCalibrate } from './commands/calibrate.command.js';
import { registerConfig } from './commands/config.command.js';
import { registerCosts } from './commands/costs.command.js';
import { registerDemo } from './commands/demo.command.js';
import { registerDoctor } from './commands/doctor.command.js';
import { registerDomain } from './commands/domain.command.js';
import { registerEval } from './commands/eval.command.js';
import { registerIngest } from './commands/ingest.command.js';
import { registerJobs } from './commands/jobs.command.js';
import { registerSchedules } from './commands/schedules.command.js';
import { registerMcp } from './commands/mcp.command.js';
import { registerModels } from './commands/models.command.js';
import type { Execute } from './commands/register.js';
import { registerReindex } from './commands/reindex.command.js';
import { registerReplay } from './commands/replay.command.js';
import { registerSearch } from './commands/search.command.js';
import { registerServe } from './commands/serve.command.js';
import { registerTrust } from './commands/trust.command.js';
import type { TextSink } from './terminal/terminal.js';

const COMMANDS = [
  registerIngest,
  registerJobs,
  registerSchedules,
  registerReindex,
  registerAsk,
  registerSearch,
  registerAnswers,
  registerReplay,
  registerCosts,
  registerServe,
  registerMcp,
  registerDoctor,
  registerConfig,
  registerTrust,
  registerDemo,
  registerDomain,
  registerModels,
  registerEval,
  registerCalibrate,
  registerBench,
];

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
  readonly execute: Execute;
  readonly out: TextSink;
}

/** The command line of `arbiter`. Parsing it throws CommanderError, also after help and version were written. */
export function createProgram({ version, execute, out }: ProgramOptions): Command {
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
  for (const register of COMMANDS) register(program, execute);
  return program;
}
