import { printResult, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import type { EffectiveConfiguration } from '../library/library.js';
import type { Colours } from '../terminal/terminal.js';
import { examples, type Register } from './command-options.js';

export const registerConfig: Register = (program, execute) => {
  program
    .command('config')
    .description(
      'Print every variable with its value and where it came from (environment, config.yaml, default). Secrets are not shown.',
    )
    .addHelpText(
      'after',
      examples([
        ['arbiter config', 'the configuration of this folder'],
        ['LOG_LEVEL=debug arbiter config --json', 'as JSON, with one variable changed'],
      ]),
    )
    .action(() => execute(config));
};

export async function config(context: CommandContext): Promise<ExitCode> {
  const { env, cwd, terminal } = context;
  const { effectiveConfiguration } = await context.loadStandalone();
  const configuration = effectiveConfiguration({ env, cwd });
  printResult(context, configuration, () => renderConfiguration(configuration, terminal.outColours));
  return EXIT.ok;
}

/** `NAME=value  (origin)`, one line per variable: what is before the brackets can be pasted into a shell. */
export function renderConfiguration({ file, variables }: EffectiveConfiguration, colours: Colours): string {
  const lines = variables.map(({ name, value, origin }) => ({ assignment: `${name}=${value ?? ''}`, origin }));
  const width = Math.max(0, ...lines.map(({ assignment }) => assignment.length));
  return [
    colours.dim(`# file: ${file ?? 'none'}`),
    ...lines.map(({ assignment, origin }) => `${assignment.padEnd(width)}  ${colours.dim(`(${origin})`)}`),
    '',
  ].join('\n');
}
