import { listModels } from '@arbiter/standalone/models';
import { printResult, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { findModelsDirectory } from '../models/find-models-directory.js';
import { renderModels } from '../render/render-models.js';
import { examples, type Register } from './register.js';

export const registerModelsList: Register = (models, execute) => {
  models
    .command('list')
    .summary('say which models are there')
    .description('List the models of the models directory: ready, incomplete (pull again), or put there by hand.')
    .addHelpText('after', examples([['arbiter models list --json', 'for a script']]))
    .action(() => execute(modelsList));
};

export async function modelsList(context: CommandContext): Promise<ExitCode> {
  const directory = await findModelsDirectory(context);
  const models = await listModels(directory);
  printResult(context, { command: 'models list', directory, models }, () => renderModels(directory, models));
  return EXIT.ok;
}
