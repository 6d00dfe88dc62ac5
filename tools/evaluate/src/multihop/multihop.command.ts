import { resolve } from 'node:path';
import {
  armSettings,
  defineEvaluation,
  EXIT,
  latencyOf,
  metricTable,
  milliseconds,
  parseCount,
  remark,
  withLibrary,
  withOwnStore,
  type EvaluationContext,
  type RunOf,
} from '@arbiter/cli';
import { askBoth, gainsOf, openMultihopFolder, SINGLE_SEARCH } from './measure-multihop.js';
import { summariseMultiHop } from './multihop-metrics.js';

interface Options {
  readonly dataset: string;
  /** Most questions that are asked. */
  readonly limit?: number;
  readonly concurrency: number;
}

/** Output of `arbiter eval multihop --json`. */
export type MultihopRun = RunOf<typeof measureMultihop>;

export const registerEvalMultihop = defineEvaluation({
  name: 'multihop',
  summary: 'measure questions that take several passages',
  description:
    'Ask questions whose answer has to be put together from several passages, by one plain search (single) and as ' +
    'they are answered (planned), and compare how many of the passages are among the first five. The set is a folder ' +
    'with corpus.jsonl, queries.jsonl, qrels/test.tsv, as BEIR lays them out, and answers.jsonl.',
  options: (command) =>
    command
      .requiredOption('--dataset <folder>', 'the set')
      .option('--limit <n>', 'only the first n questions', parseCount),
  units: 'questions',
  record: 'question',
  isConcurrent: true,
  examples: [
    ['arbiter eval multihop --dataset ./musique --limit 20', 'a first look'],
    ['arbiter eval multihop --dataset ./musique --json', 'for programs'],
  ],
  measure: measureMultihop,
});

/** By both ways of asking, and what the planned one gains. */
async function measureMultihop({ dataset, limit, concurrency }: Options, context: EvaluationContext) {
  const { subject, questions } = await openMultihopFolder(resolve(context.cwd, dataset), limit ?? null);
  const own = withOwnStore(context, subject.storeName);
  const records = await withLibrary(own, { writes: true }, async (library) => {
    remark(context, `Reading ${subject.folder} into ${library.place}`);
    const { exitCode } = await subject.fill(library, own);
    return exitCode === EXIT.ok ? askBoth(questions, library, own) : exitCode;
  });
  if (typeof records === 'number') return records;
  const ofSingle = records.map((record) => record.single);
  const ofPlanned = records.map((record) => record.planned);
  const [single, planned, gain] = [
    ofSingle.map(({ figures }) => figures),
    ofPlanned.map(({ figures }) => figures),
    gainsOf(records),
  ].map((figures) => summariseMultiHop(figures, context.random())) as [Summary, Summary, Summary];
  const latencyMs = {
    ...latencyOf(ofPlanned),
    retrieval: latencyOf(ofPlanned.map(({ retrievalMs }) => ({ latencyMs: retrievalMs }))),
    single: latencyOf(ofSingle),
  };
  return {
    dataset,
    records,
    figures: {
      n: records.length,
      metrics: { single: single.metrics, planned: planned.metrics },
      ci95: { single: single.ci95, planned: planned.ci95 },
      /** `planned` less `single`, question by question, from –1 to 1. */
      gain,
      /** Whole answers of the pipeline; `retrieval` is its part that searches, `single` the one search. */
      latencyMs,
      /** Queries that an index or an arm did not answer in full. */
      degraded: records.filter(({ degraded }) => degraded).length,
    },
    config: { concurrency, search: SINGLE_SEARCH, retriever: await armSettings('retriever', context) },
    tables: [
      `Searching takes p50 ${milliseconds(latencyMs.retrieval.p50)}, p95 ${milliseconds(latencyMs.retrieval.p95)} of it; ` +
        `one search p50 ${milliseconds(latencyMs.single.p50)}, p95 ${milliseconds(latencyMs.single.p95)}.`,
      metricTable({ single, planned, gain }),
    ],
  };
}

type Summary = ReturnType<typeof summariseMultiHop>;
