import { examples, type Register } from './command-options.js';
import { DEVELOPER_COMMANDS, forDevelopers, type DeveloperEvaluations } from './developer-evaluations.js';
import { registerEvalAnswers } from './eval-answers.command.js';
import { registerEvalRetrieval } from './eval-retrieval.command.js';
import { registerEvalState } from './eval-state.command.js';
import { registerEvalValidation } from './eval-validation.command.js';

/** The guide to evaluation describes the formats of the sets. Each kind of measurement is a command of its own. */
export const registerEval =
  (developer: DeveloperEvaluations | null): Register =>
  (program, execute) => {
    const evaluation = program
      .command('eval')
      .description('Measure Arbiter with sets of questions, through the same operations and settings that users get.')
      .addHelpText(
        'after',
        examples([['arbiter eval answers --domain lantern-coast', 'ask a domain its own questions']]),
      );
    registerEvalAnswers(evaluation, execute);
    registerEvalRetrieval(developer)(evaluation, execute);
    registerEvalState(evaluation, execute);
    registerEvalValidation(evaluation, execute);
    if (developer !== null) {
      developer.register(evaluation, execute);
      return;
    }
    for (const name of DEVELOPER_COMMANDS) {
      evaluation
        .command(name, { hidden: true })
        .helpOption(false)
        .argument('[arguments...]')
        .allowUnknownOption()
        .action(() => execute(() => Promise.reject(forDevelopers())));
    }
  };
