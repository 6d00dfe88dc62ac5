import { resolve } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { Option } from 'commander';
import { remark } from '../command.context.js';
import { openBeirFolder } from '../evaluation/beir-folder.js';
import type { EvaluationContext } from '../evaluation/evaluate.js';
import { SEARCH_FIELDS, type RetrievalSubject } from '../evaluation/evaluate-method.js';
import { withOwnStore } from '../evaluation/evaluation-store.js';
import { measureRetrieval, retrievalTables } from '../evaluation/measure-retrieval.js';
import { packSubject } from '../evaluation/pack-subject.js';
import { armSettings } from '../evaluation/run-description.js';
import { groupMethods, METHODS, shippedFields, USUAL_METHODS } from '../evaluation/search-methods.js';
import { parseCount, type Register } from './command-options.js';
import { defineEvaluation } from './define-evaluation.js';
import { forDevelopers, type DeveloperEvaluations } from './developer-evaluations.js';

interface Options {
  /** A folder in the layout of BEIR. */
  readonly dataset?: string;
  /** Name or folder of a domain pack, instead. */
  readonly domain?: string;
  readonly split: string;
  /** Separated by commas. */
  readonly methods?: string;
  readonly limitQueries?: number;
  /** Markdown file to write a report to; its plots lie beside it. */
  readonly report?: string;
}

/** @param developer writes reports; null outside of a clone */
export const registerEvalRetrieval = (developer: DeveloperEvaluations | null): Register =>
  defineEvaluation({
    name: 'retrieval',
    summary: 'measure the search on a set with judgements',
    description:
      'Search for the queries of a set, and compare what is found with the judgements of its split. The set is a folder ' +
      'with corpus.jsonl, queries.jsonl, qrels/<split>.tsv and perhaps candidates.tsv, as BEIR lays them out. Its ' +
      'documents are read into a store of its own, which is kept for the next time. A domain pack is a set too: its ' +
      'questions are the queries, and the documents of their evidence are relevant.',
    options: (command) =>
      command
        .option('--dataset <folder>', 'the set')
        .addOption(
          new Option('-d, --domain <name>', "an installed domain, or a pack's folder, instead of a set").conflicts(
            'dataset',
          ),
        )
        .option('--split <name>', "which judgements; of a domain's questions also all", 'test')
        .option(
          '--methods <list>',
          `of ${Object.keys(METHODS).join(', ')}; the default is always measured (default: "${USUAL_METHODS}")`,
        )
        .option('--limit-queries <n>', 'only the first n queries', parseCount)
        .option('--report <file>', 'write a report in Markdown, its plots beside it'),
    units: 'queries',
    record: 'method and query',
    examples: [
      ['arbiter eval retrieval --dataset ./scifact --split train', 'the split that may be looked at'],
      ['arbiter eval retrieval --dataset ./scifact --methods default --json', 'what users get, for programs'],
      ['arbiter eval retrieval --domain lantern-coast --split train', "a domain's own questions"],
    ],
    measure: async (options: Options, context) => {
      if (options.report !== undefined && developer === null) throw forDevelopers();
      return evalRetrieval(options, context);
    },
    onRun: async (run, { report }, { cwd }) => {
      if (report !== undefined) await developer?.writeReport(resolve(cwd, report), [run]);
    },
  });

async function evalRetrieval(options: Options, context: EvaluationContext) {
  const dataset = options.dataset ?? options.domain;
  if (dataset === undefined) {
    throw new ArbiterError('INVALID_REQUEST', 'Say what to measure on: --dataset FOLDER or --domain NAME.');
  }
  const retriever = await armSettings('retriever', context);
  const subject = await openSubject(options, context);
  const groups = groupMethods(options.methods ?? USUAL_METHODS, shippedFields(retriever));
  const own = withOwnStore(context, subject.storeName);
  const measured = await measureRetrieval(subject, groups, own);
  if (typeof measured === 'number') return measured;
  const { figures, collections, byMethod } = measured;
  for (const [method, { degradedQueries }] of Object.entries(figures.depth)) {
    if (degradedQueries > 0) remark(context, `${method}: an index did not answer ${degradedQueries} of the queries.`);
  }
  return {
    dataset,
    records: [...byMethod].flatMap(([method, records]) => records.map((record) => ({ ...record, method }))),
    figures: { split: subject.split, ...figures },
    config: {
      methods: Object.fromEntries(groups.flatMap(({ names, fields }) => names.map((name) => [name, fields]))),
      search: SEARCH_FIELDS,
      retriever,
      collections,
    },
    headline: `${dataset}, ${subject.split}: ${figures.n} queries`,
    tables: retrievalTables(figures),
  };
}

async function openSubject(
  { dataset, domain = '', split, limitQueries }: Options,
  { cwd, findPack }: EvaluationContext,
): Promise<RetrievalSubject> {
  const part = { split, limitQueries: limitQueries ?? null };
  if (dataset !== undefined) return openBeirFolder({ folder: resolve(cwd, dataset), ...part });
  return packSubject({ pack: await findPack(domain), ...part });
}
