import { ArbiterError } from '@arbiter/contracts';
import { listModels, modelFolder } from '@arbiter/standalone/models';
import { printResult, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { findModelsDirectory } from '../models/find-models-directory.js';
import { examples, type Register } from './register.js';

export const registerModelsPath: Register = (models, execute) => {
  models
    .command('path')
    .summary('say where models are')
    .description('Print the folder of a model, or the models directory.')
    .argument('[name]', 'owner/name')
    .addHelpText('after', examples([['du -sh "$(arbiter models path)"', 'how much they take']]))
    .action((name: string | undefined) => execute((context) => modelsPath(name ?? null, context)));
};

/** @throws ArbiterError NOT_FOUND for a model that is not there */
export async function modelsPath(name: string | null, context: CommandContext): Promise<ExitCode> {
  const directory = await findModelsDirectory(context);
  const path = name === null ? directory : modelFolder(directory, name);
  if (name !== null && !(await listModels(directory)).some((model) => model.name === name)) {
    throw new ArbiterError('NOT_FOUND', `${name} is not there: run "arbiter models pull ${name}".`, {
      details: { name, directory },
    });
  }
  printResult(context, { command: 'models path', path }, () => `${path}\n`);
  return EXIT.ok;
}
