import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { seededRandom, summariseValidation, type LabelledAnswer } from '@arbiter/evaluation';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { findPack } from '../domains/find-pack.js';
import type { LabelledRun } from '../evaluation/labelled-run.js';
import { latencyOf, mutableIntervals } from '../evaluation/measure-grounding.js';
import {
  goldAnswersOf,
  measureValidation,
  readLabelledAnswers,
  type ValidationRecord,
} from '../evaluation/measure-validation.js';
import { withOwnStore } from '../evaluation/own-store.js';
import { describeValidation, EVALUATION_SEED, withSupportChecker } from '../evaluation/validation-run.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { renderLabelledEvaluation } from '../render/render-labelled-evaluation.js';
import { parseCount } from './parse-count.js';
import { examples, severalTimes, type Register } from './register.js';

export interface EvalValidationRequest {
  readonly files: readonly string[];
  /** Packs whose gold sentences are validated, by name or path. */
  readonly packs: readonly string[];
  /** File to write the answers made from packs to, instead of validating them. */
  readonly write: string | null;
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
    .option('--file <file>', 'labelled answers; several times for several files', severalTimes)
    .option(
      '--from-pack <name>',
      'the gold sentence of each question of a domain, to be accepted, and a sentence beside it, to be rejected',
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
        ['arbiter eval validation --from-pack lantern-coast', 'gold sentences of a domain, and true ones beside them'],
      ]),
    )
    .action(({ file = [], fromPack = [], write, concurrency, out }: ValidationOptions) =>
      execute((context) =>
        evalValidation({ files: file, packs: fromPack, write: write ?? null, concurrency, out: out ?? null }, context),
      ),
    );
};

interface ValidationOptions {
  readonly file?: string[];
  readonly fromPack?: string[];
  readonly write?: string;
  readonly concurrency: number;
  readonly out?: string;
}

export async function evalValidation(request: EvalValidationRequest, context: CommandContext): Promise<ExitCode> {
  const own = withOwnStore(context);
  const { cwd } = context;
  const answers = await labelledAnswers(request, context);
  if (request.write !== null) {
    await writeFile(resolve(cwd, request.write), answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''));
    remark(context, `Wrote ${answers.length} answers to ${request.write}`);
    return EXIT.ok;
  }
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
    dataset: [...request.files, ...request.packs].join(', '),
    ...summary,
    ci95: mutableIntervals(ci95),
    kinds: kindsOf(records),
    latencyMs: latencyOf(records),
    config: await describeValidation(context, request.concurrency),
  };
  printResult(context, run, () => renderLabelledEvaluation(run, context.terminal.outColours));
  return EXIT.ok;
}

/** @throws ArbiterError INVALID_REQUEST when neither a file nor a pack is named */
async function labelledAnswers(
  { files, packs }: EvalValidationRequest,
  context: CommandContext,
): Promise<LabelledAnswer[]> {
  const { env, cwd } = context;
  if (files.length + packs.length === 0) {
    throw new ArbiterError('INVALID_REQUEST', 'Name labelled answers by --file, or a domain by --from-pack.');
  }
  const answers: LabelledAnswer[] = [];
  for (const file of files) answers.push(...(await readLabelledAnswers(file, resolve(cwd, file))));
  const { domainFolders } = await context.loadStandalone();
  for (const name of packs)
    answers.push(...(await goldAnswersOf(await findPack(name, domainFolders({ env, cwd }), cwd))));
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
