import { examples, type Register } from './register.js';
import { registerEvalAnswers } from './eval-answers.command.js';
import { registerEvalClassify } from './eval-classify.command.js';
import { registerEvalGrounding } from './eval-grounding.command.js';
import { registerEvalMultihop } from './eval-multihop.command.js';
import { registerEvalPerturbations } from './eval-perturbations.command.js';
import { registerEvalReading } from './eval-reading.command.js';
import { registerEvalReport } from './eval-report.command.js';
import { registerEvalRetrieval } from './eval-retrieval.command.js';
import { registerEvalValidation } from './eval-validation.command.js';

/** The formats of the sets are those of the evaluation guide; each kind of measurement is a command of its own. */
export const registerEval: Register = (program, execute) => {
  const evaluation = program
    .command('eval')
    .description('Measure Arbiter with sets of questions, through the same operations and settings that users get.')
    .addHelpText(
      'after',
      examples([['arbiter eval answers --domain lantern-coast', 'ask a domain its own questions']]),
    );
  registerEvalAnswers(evaluation, execute);
  registerEvalRetrieval(evaluation, execute);
  registerEvalMultihop(evaluation, execute);
  registerEvalClassify(evaluation, execute);
  registerEvalGrounding(evaluation, execute);
  registerEvalPerturbations(evaluation, execute);
  registerEvalValidation(evaluation, execute);
  registerEvalReading(evaluation, execute);
  registerEvalReport(evaluation, execute);
};
