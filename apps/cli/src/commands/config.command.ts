import { printResult, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { renderConfiguration } from '../render/render-configuration.js';
import { examples, type Register } from './register.js';

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
