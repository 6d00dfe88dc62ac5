import { basename, resolve } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { LabelledAnswer, labelledAnswersOf, seededRandom, summariseValidation } from '@arbiter/evaluation';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { findPack } from '../domains/find-pack.js';
import { CHECKING_STORE, withOwnStore } from '../evaluation/evaluation-store.js';
import { readRecords, readText, writeRecords } from '../evaluation/inputs.js';
import {
  goldAnswersOf,
  measureValidation,
  renderLabelledEvaluation,
  type LabelledRun,
  type ValidationRecord,
} from '../evaluation/measure-validation.js';
import { EVALUATION_SEED, latencyOf, mutableIntervals } from '../evaluation/run-description.js';
import { describeValidation, withSupportChecker } from '../evaluation/support-checker.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { examples, parseCount, severalTimes, type Register } from './command-options.js';

interface EvalValidationOptions {
  readonly file: readonly string[];
  /** Packs whose gold sentences are validated, by name or path. */
  readonly fromPack: readonly string[];
  /** Sets of written answers. */
  readonly written: readonly string[];
  /** File to write the answers made from packs to, instead of validating them. */
  readonly write?: string;
  readonly concurrency: number;
  /** File to write one JSON line per answer to. */
  readonly out?: string;
}

export const registerEvalValidation: Register = (program, execute) => {
  program
    .command('validation')
    .summary('measure whether the right answers are let through')
    .description(
      'Have answers validated whose label is known, and compare what is let through with the labels. A file is JSON Lines: ' +
        '{id, question, answer, accept, unsupportedClaims, sources: [{document, quote}]}.',
    )
    .option('--file <file>', 'labelled answers; several times for several files', severalTimes)
    .option(
      '--from-pack <name>',
      'the gold sentence of each question of a domain, to be accepted, and a sentence beside it, to be rejected',
      severalTimes,
    )
    .option(
      '--written <file>',
      'a set of written answers: right ones, short and long, to be accepted, and their weak kin, to be rejected',
      severalTimes,
    )
    .option('--write <file>', 'write the answers made by --from-pack to a file, and validate nothing')
    .option('--concurrency <n>', 'answers at the same time; times are of one among so many', parseCount, 1)
    .option('--out <file>', 'write one JSON line per answer to a file')
    .addHelpText(
      'after',
      examples([
        [
          'arbiter eval validation --file domains/lantern-coast/eval/labelled-answers.jsonl',
          'the answers that come with Arbiter',
        ],
        ['arbiter eval validation --written ./written.jsonl', 'what people wrote for prompts, right and wrong'],
        ['arbiter eval validation --from-pack lantern-coast', 'gold sentences of a domain, and true ones beside them'],
      ]),
    )
    .action((options: Partial<EvalValidationOptions> & Pick<EvalValidationOptions, 'concurrency'>) =>
      execute((context) => evalValidation({ file: [], fromPack: [], written: [], ...options }, context)),
    );
};

async function evalValidation(options: EvalValidationOptions, context: CommandContext): Promise<ExitCode> {
  const own = withOwnStore(context, CHECKING_STORE);
  const { cwd } = context;
  const { write, out, concurrency } = options;
  const answers = await labelledAnswers(options, context);
  if (write !== undefined) {
    await writeRecords(resolve(cwd, write), answers);
    remark(context, `Wrote ${answers.length} answers to ${write}`);
    return EXIT.ok;
  }
  const records = await withSupportChecker(own, 'answers', (check, show) =>
    measureValidation(answers, check, {
      concurrency,
      onAnswer: (settled) => show('checking', settled, answers.length),
    }),
  );
  if (out !== undefined) await writeRecords(resolve(cwd, out), records);
  const { ci95, ...summary } = summariseValidation(records, seededRandom(EVALUATION_SEED));
  const run: LabelledRun = {
    command: 'eval validation',
    dataset: [...options.file, ...options.fromPack, ...options.written].join(', '),
    ...summary,
    ci95: mutableIntervals(ci95),
    kinds: kindsOf(records),
    latencyMs: latencyOf(records),
    config: await describeValidation(context, concurrency),
  };
  printResult(context, run, () => renderLabelledEvaluation(run, context.terminal.outColours));
  return EXIT.ok;
}

/** @throws ArbiterError INVALID_REQUEST if neither a file nor a pack is named */
async function labelledAnswers(
  { file: files, fromPack: packs, written: sets }: EvalValidationOptions,
  { env, cwd, loadStandalone }: CommandContext,
): Promise<LabelledAnswer[]> {
  if (files.length + packs.length + sets.length === 0) {
    throw new ArbiterError(
      'INVALID_REQUEST',
      'Name labelled answers by --file or --written, or a domain by --from-pack.',
    );
  }
  const answers: LabelledAnswer[] = [];
  for (const file of files) answers.push(...(await readRecords(file, resolve(cwd, file), LabelledAnswer, 'answers')));
  for (const set of sets)
    answers.push(...labelledAnswersOf(await readText(resolve(cwd, set)), basename(set, '.jsonl')));
  const { domainFolders } = await loadStandalone();
  const folders = domainFolders({ env, cwd });
  for (const name of packs) answers.push(...(await goldAnswersOf(await findPack(name, folders, cwd))));
  return answers;
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
