import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { seededRandom, summariseValidation } from '@arbiter/evaluation';
import { printResult, type CommandContext } from '../command.context.js';
import type { LabelledRun } from '../evaluation/labelled-run.js';
import { latencyOf, mutableIntervals } from '../evaluation/measure-grounding.js';
import { measureValidation, readLabelledAnswers, type ValidationRecord } from '../evaluation/measure-validation.js';
import { withOwnStore } from '../evaluation/own-store.js';
import { describeValidation, EVALUATION_SEED, withSupportChecker } from '../evaluation/validation-run.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { renderLabelledEvaluation } from '../render/render-labelled-evaluation.js';
import { parseCount } from './parse-count.js';
import { examples, type Register } from './register.js';

export interface EvalValidationRequest {
  readonly file: string;
  readonly concurrency: number;
  /** File to write one JSON line per answer to. */
  readonly out: string | null;
}

export const registerEvalValidation: Register = (program, execute) => {
  program
    .command('validation')
    .summary('measure whether the right answers are let through')
    .description(
      'Have answers validated whose label is known, and compare what is let through with the labels. A file is JSON Lines: ' +
        '{id, question, answer, accept, unsupportedClaims, sources: [{document, quote}]}.',
    )
    .requiredOption('--file <file>', 'labelled answers')
    .option('--concurrency <n>', 'answers at the same time; times are of one among so many', parseCount, 1)
    .option('--out <file>', 'write one JSON line per answer to a file')
    .addHelpText(
      'after',
      examples([
        [
          'arbiter eval validation --file domains/lantern-coast/eval/labelled-answers.jsonl',
          'the answers that come with Arbiter',
        ],
      ]),
    )
    .action(({ file, concurrency, out }: Omit<EvalValidationRequest, 'out'> & { readonly out?: string }) =>
      execute((context) => evalValidation({ file, concurrency, out: out ?? null }, context)),
    );
};

export async function evalValidation(request: EvalValidationRequest, context: CommandContext): Promise<ExitCode> {
  const own = withOwnStore(context);
  const { cwd } = context;
  const answers = await readLabelledAnswers(request.file, resolve(cwd, request.file));
  const records = await withSupportChecker(own, 'answers', (check, show) =>
    measureValidation(answers, check, {
      concurrency: request.concurrency,
      onAnswer: (settled) => show('checking', settled, answers.length),
    }),
  );
  if (request.out !== null) {
    await writeFile(resolve(cwd, request.out), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  }
  const { ci95, ...summary } = summariseValidation(records, seededRandom(EVALUATION_SEED));
  const run: LabelledRun = {
    command: 'eval validation',
    dataset: request.file,
    ...summary,
    ci95: mutableIntervals(ci95),
    kinds: kindsOf(records),
    latencyMs: latencyOf(records),
    config: await describeValidation(context, request.concurrency),
  };
  printResult(context, run, () => renderLabelledEvaluation(run, context.terminal.outColours));
  return EXIT.ok;
}

function kindsOf(records: readonly ValidationRecord[]): LabelledRun['kinds'] {
  const kinds = [...new Set(records.map(({ kind }) => kind))];
  return Object.fromEntries(
    kinds.map((kind) => {
      const ofKind = records.filter((record) => record.kind === kind);
      return [kind, { n: ofKind.length, right: ofKind.filter(({ accept, accepted }) => accept === accepted).length }];
    }),
  );
}
