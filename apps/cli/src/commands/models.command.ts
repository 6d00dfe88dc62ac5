import { examples, type Register } from './register.js';
import { registerModelsList } from './models-list.command.js';
import { registerModelsPath } from './models-path.command.js';
import { registerModelsPull } from './models-pull.command.js';

/** Models that do not come with Arbiter. Only `pull` loads anything over the network, in this program and in the arms. */
export const registerModels: Register = (program, execute) => {
  const models = program
    .command('models')
    .description('Fetch and look after models that do not come with Arbiter, such as cross-encoders for reranking.')
    .addHelpText(
      'after',
      examples([['arbiter models pull cross-encoder/ms-marco-MiniLM-L-6-v2', 'then set RERANKER_MODEL to that name']]),
    );
  registerModelsPull(models, execute);
  registerModelsList(models, execute);
  registerModelsPath(models, execute);
};
