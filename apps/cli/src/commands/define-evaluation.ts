import { evaluate, type CommonOptions, type Evaluation, type Measured } from '../evaluation/evaluate.js';
import { examples, parseCount, type Register } from './command-options.js';

/** Makes a command of `arbiter eval` of what is measured: options, progress, the file of records, the JSON and the tables. */
export function defineEvaluation<O, M extends Measured>(evaluation: Evaluation<O, M>): Register {
  const { name, summary, description, options, units, record, isConcurrent = false } = evaluation;
  return (program, execute) => {
    const command = options(program.command(name).summary(summary).description(description));
    if (isConcurrent) {
      const told = `${units} at the same time; times are of one among so many`;
      command.option('--concurrency <n>', told, parseCount, 1);
    }
    command
      .option('--out <file>', `write one JSON line per ${record} to a file`)
      .addHelpText('after', examples(evaluation.examples))
      .action((given: O & CommonOptions) => execute((context) => evaluate(evaluation, given, context)));
  };
}
