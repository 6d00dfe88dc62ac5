import { resolve } from 'node:path';
import {
  armSettings,
  CHECKING_STORE,
  defineEvaluation,
  latencyOf,
  metricTable,
  readRecords,
  remark,
  withLibrary,
  withOwnStore,
  type EvaluationContext,
  type RunOf,
} from '@arbiter/cli';
import { classify, QUESTION_TYPES, type Classification } from '@arbiter/contracts';
import { summariseClassification, TypedQuestion, type ClassifiedItem } from '@arbiter/evaluation';

interface Options {
  readonly file: string;
  readonly concurrency: number;
}

/** Output of `arbiter eval classify --json`. */
export type ClassifyRun = RunOf<typeof measureClassification>;

export const registerEvalClassify = defineEvaluation({
  name: 'classify',
  summary: 'measure whether the type of a question is told',
  description:
    'Ask the planner of which type each question is, and compare with the labels. A file is JSON Lines: ' +
    `{id, question, type}, the type one of ${QUESTION_TYPES.join(', ')}.`,
  options: (command) => command.requiredOption('--file <file>', 'labelled questions'),
  units: 'questions',
  record: 'question',
  isConcurrent: true,
  examples: [
    [
      'arbiter eval classify --file apps/planner-arm/test/questions/train.jsonl',
      'the questions that come with Arbiter',
    ],
    ['arbiter eval classify --file questions.jsonl --json', 'your own, for programs'],
  ],
  measure: measureClassification,
});

/** Has the planner say of every question of which type it is. */
async function measureClassification({ file, concurrency }: Options, context: EvaluationContext) {
  const questions = await readRecords(file, resolve(context.cwd, file), TypedQuestion, 'questions');
  const records = await withLibrary(withOwnStore(context, CHECKING_STORE), { writes: true }, async (library) => {
    remark(context, `Asking the planner of ${library.place}`);
    const { signal } = context.interruption;
    const ask = (query: string) => library.request(classify, { query }, { signal });
    // The first call waits for the arms to find each other; it is not counted.
    await ask('Who keeps the light?');
    return context.each(
      questions,
      async ({ id, question, type }): Promise<ClassificationRecord> => {
        const { value, latencyMs } = await context.timed(() => ask(question));
        const { queryType: predicted, confidence, reasons, by, degraded } = value;
        const decided = { ...(by !== undefined && { by }), ...(degraded !== undefined && { degraded }) };
        return { id, question, actual: type, predicted, confidence, reasons, latencyMs, ...decided };
      },
      { verb: 'asking', nameOf: ({ id }) => `Question ${id}` },
    );
  });
  const summary = summariseClassification(records, QUESTION_TYPES, context.random());
  const degraded = records.filter((record) => record.degraded !== undefined).length;
  const types = Object.keys(summary.confusion);
  return {
    dataset: file,
    records,
    figures: {
      ...summary,
      latencyMs: latencyOf(records),
      /** By who decided: rules, or a language model. */
      decidedBy: countBy(records),
      /** Questions that rules decided because the language model did not. */
      degraded,
    },
    config: { planner: await armSettings('planner', context), concurrency },
    tables: [
      metricTable({ value: summary }),
      [
        ['is, taken for', ...types],
        ...types.map((actual) => [actual, ...types.map((said) => String(summary.confusion[actual]?.[said] ?? 0))]),
      ],
      degraded === 0 ? '' : `${degraded} were decided by rules because the language model did not answer.`,
    ],
  };
}

/** A question with its classification: a line of the file that `--out` writes. */
interface ClassificationRecord extends ClassifiedItem, Pick<Classification, 'reasons' | 'by' | 'degraded'> {
  readonly id: string;
  readonly question: string;
  readonly latencyMs: number;
}

function countBy(records: readonly ClassificationRecord[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { by = 'rules' } of records) counts[by] = (counts[by] ?? 0) + 1;
  return counts;
}
