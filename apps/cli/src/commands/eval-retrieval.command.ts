import { resolve } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { Option } from 'commander';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { findPack } from '../domains/find-pack.js';
import { openBeirFolder } from '../evaluation/beir-folder.js';
import type { RetrievalSubject } from '../evaluation/evaluate-method.js';
import { refuseServer, withOwnStore } from '../evaluation/evaluation-store.js';
import { writeRecords } from '../evaluation/inputs.js';
import { measureRetrieval } from '../evaluation/measure-retrieval.js';
import { packSubject } from '../evaluation/pack-subject.js';
import { renderRetrievalEvaluation } from '../evaluation/retrieval-run.js';
import { armSettings } from '../evaluation/run-description.js';
import { groupMethods, METHODS, shippedFields, USUAL_METHODS } from '../evaluation/search-methods.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { examples, parseCount, type Register } from './command-options.js';
import { forDevelopers, type DeveloperEvaluations } from './developer-evaluations.js';

interface EvalRetrievalOptions {
  /** A folder in the layout of BEIR. */
  readonly dataset?: string;
  /** Name or folder of a domain pack, instead. */
  readonly domain?: string;
  readonly split: string;
  /** Separated by commas. */
  readonly methods?: string;
  readonly limitQueries?: number;
  /** File to write one JSON line per method and query to. */
  readonly out?: string;
  /** Markdown file to write a report to; its plots lie beside it. */
  readonly report?: string;
}

/** @param developer writes reports; null outside of a clone */
export const registerEvalRetrieval =
  (developer: DeveloperEvaluations | null): Register =>
  (program, execute) => {
    program
      .command('retrieval')
      .summary('measure the search on a set with judgements')
      .description(
        'Search for the queries of a set, and compare what is found with the judgements of its split. The set is a folder ' +
          'with corpus.jsonl, queries.jsonl, qrels/<split>.tsv and perhaps candidates.tsv, as BEIR lays them out. Its ' +
          'documents are read into a store of its own, which is kept for the next time. A domain pack is a set too: its ' +
          'questions are the queries, and the documents of their evidence are relevant.',
      )
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
      .option('--out <file>', 'write one JSON line per method and query to a file')
      .option('--report <file>', 'write a report in Markdown, its plots beside it')
      .addHelpText(
        'after',
        examples([
          ['arbiter eval retrieval --dataset ./scifact --split train', 'the split that may be looked at'],
          ['arbiter eval retrieval --dataset ./scifact --methods default --json', 'what users get, for programs'],
          ['arbiter eval retrieval --domain lantern-coast --split train', "a domain's own questions"],
        ]),
      )
      .action((options: EvalRetrievalOptions) => execute((context) => evalRetrieval(options, developer, context)));
  };

async function evalRetrieval(
  options: EvalRetrievalOptions,
  developer: DeveloperEvaluations | null,
  context: CommandContext,
): Promise<ExitCode> {
  refuseServer(context);
  const { cwd, terminal } = context;
  const { dataset = options.domain, out, report } = options;
  if (dataset === undefined) {
    throw new ArbiterError('INVALID_REQUEST', 'Say what to measure on: --dataset FOLDER or --domain NAME.');
  }
  if (report !== undefined && developer === null) throw forDevelopers();
  const settings = await armSettings('retriever', context);
  const subject = await openSubject(options, context);
  const groups = groupMethods(options.methods ?? USUAL_METHODS, shippedFields(settings));
  const own = withOwnStore(context, subject.storeName);
  const measured = await measureRetrieval(dataset, subject, { groups, settings }, own);
  if (typeof measured === 'number') return measured;
  const { run, byMethod } = measured;
  if (out !== undefined) {
    const records = [...byMethod].flatMap(([method, ofMethod]) => ofMethod.map((record) => ({ ...record, method })));
    await writeRecords(resolve(cwd, out), records);
  }
  if (report !== undefined) await developer?.writeReport(resolve(cwd, report), [run]);
  for (const [method, { degradedQueries }] of Object.entries(run.depth)) {
    if (degradedQueries > 0) remark(context, `${method}: an index did not answer ${degradedQueries} of the queries.`);
  }
  printResult(context, run, () => renderRetrievalEvaluation(run, terminal.outColours));
  return EXIT.ok;
}

async function openSubject(
  { dataset, domain = '', split, limitQueries }: EvalRetrievalOptions,
  { env, cwd, loadStandalone }: CommandContext,
): Promise<RetrievalSubject> {
  const part = { split, limitQueries: limitQueries ?? null };
  if (dataset !== undefined) return openBeirFolder({ folder: resolve(cwd, dataset), ...part });
  const { domainFolders } = await loadStandalone();
  const pack = await findPack(domain, domainFolders({ env, cwd }), cwd);
  return packSubject({ pack, ...part });
}
