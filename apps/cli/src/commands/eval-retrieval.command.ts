import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { Option } from 'commander';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { armSettings } from '../evaluation/arm-settings.js';
import { openBeirFolder } from '../evaluation/beir-folder.js';
import { findPack } from '../domains/find-pack.js';
import { measureRetrieval } from '../evaluation/measure-retrieval.js';
import { packSubject } from '../evaluation/pack-subject.js';
import type { RetrievalRun } from '../evaluation/retrieval-run.js';
import type { RetrievalSubject } from '../evaluation/retrieval-subject.js';
import { groupMethods, METHODS, shippedFields, USUAL_METHODS } from '../evaluation/search-methods.js';
import type { RecordsByMethod } from '../evaluation/summarise-run.js';
import { writeReport } from '../evaluation/write-report.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { renderRetrievalEvaluation } from '../render/render-retrieval-evaluation.js';
import { parseCount } from './parse-count.js';
import { examples, type Register } from './register.js';

export interface EvalRetrievalRequest {
  /** What to measure on: a folder in the layout of BEIR, or a domain pack by its name or folder. */
  readonly subject: { readonly dataset: string } | { readonly domain: string };
  readonly split: string;
  /** Separated by commas. */
  readonly methods: string;
  readonly limitQueries: number | null;
  /** File to write one JSON line per method and query to. */
  readonly out: string | null;
  /** Markdown file to write a report to; its plots lie beside it. */
  readonly report: string | null;
}

export const registerEvalRetrieval: Register = (program, execute) => {
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
    .option('--methods <list>', `of ${Object.keys(METHODS).join(', ')}; the default is always measured`, USUAL_METHODS)
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
    .action((options: RetrievalOptions) =>
      execute((context) =>
        evalRetrieval(
          {
            ...options,
            subject: subjectOf(options),
            limitQueries: options.limitQueries ?? null,
            out: options.out ?? null,
            report: options.report ?? null,
          },
          context,
        ),
      ),
    );
};

interface RetrievalOptions {
  readonly dataset?: string;
  readonly domain?: string;
  readonly split: string;
  readonly methods: string;
  readonly limitQueries?: number;
  readonly out?: string;
  readonly report?: string;
}

function subjectOf({ dataset, domain }: RetrievalOptions): EvalRetrievalRequest['subject'] {
  if (dataset !== undefined) return { dataset };
  if (domain !== undefined) return { domain };
  throw new ArbiterError('INVALID_REQUEST', 'Say what to measure on: --dataset FOLDER or --domain NAME.');
}

export async function evalRetrieval(request: EvalRetrievalRequest, context: CommandContext): Promise<ExitCode> {
  const { env, cwd, options, terminal } = context;
  if (options.server !== null) {
    throw new ArbiterError('INVALID_REQUEST', 'eval builds a store of its own; it cannot be used with --server.');
  }
  const settings = await armSettings('retriever', context);
  const groups = groupMethods(request.methods, shippedFields(settings));
  const subject = await openSubject(request, context);
  const store = join(env.ARBITER_DATA_DIR ?? '.arbiter', 'eval', subject.storeName);
  const own = { ...context, env: { ...env, ARBITER_DATA_DIR: store } };
  const dataset = 'dataset' in request.subject ? request.subject.dataset : request.subject.domain;
  const measured = await measureRetrieval(dataset, subject, { groups, settings }, own);
  if (typeof measured === 'number') return measured;
  const { run, byMethod } = measured;
  if (request.out !== null) await writeRecords(resolve(cwd, request.out), byMethod);
  if (request.report !== null) await writeReport(resolve(cwd, request.report), [run]);
  warnOfDegradation(run, context);
  printResult(context, run, () => renderRetrievalEvaluation(run, terminal.outColours));
  return EXIT.ok;
}

async function openSubject(
  { subject, split, limitQueries }: EvalRetrievalRequest,
  { env, cwd, loadStandalone }: CommandContext,
): Promise<RetrievalSubject> {
  if ('dataset' in subject) return openBeirFolder({ folder: resolve(cwd, subject.dataset), split, limitQueries });
  const { domainFolders } = await loadStandalone();
  const pack = await findPack(subject.domain, domainFolders({ env, cwd }), cwd);
  return packSubject({ pack, split, limitQueries });
}

async function writeRecords(file: string, byMethod: RecordsByMethod): Promise<void> {
  const lines = [...byMethod].flatMap(([method, records]) =>
    records.map((record) => `${JSON.stringify({ ...record, method })}\n`),
  );
  await writeFile(file, lines.join(''));
}

function warnOfDegradation({ depth }: RetrievalRun, context: CommandContext): void {
  for (const [method, { degradedQueries }] of Object.entries(depth)) {
    if (degradedQueries > 0) remark(context, `${method}: an index did not answer ${degradedQueries} of the queries.`);
  }
}
