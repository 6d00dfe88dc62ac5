import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ArbiterError, listCollections } from '@arbiter/contracts';
import { InvalidArgumentError } from 'commander';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { openBeirFolder } from '../evaluation/beir-folder.js';
import { describeMachine } from '../evaluation/describe-machine.js';
import { SEARCH_FIELDS } from '../evaluation/evaluate-method.js';
import { measureMethods } from '../evaluation/measure-methods.js';
import type { RetrievalRun } from '../evaluation/retrieval-run.js';
import type { FillResult, RetrievalSubject } from '../evaluation/retrieval-subject.js';
import { groupMethods, METHODS, USUAL_METHODS } from '../evaluation/search-methods.js';
import { summariseRun, type RecordsByMethod } from '../evaluation/summarise-run.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { withLibrary } from '../library/open-library.js';
import { renderRetrievalEvaluation } from '../render/render-retrieval-evaluation.js';
import { readVersion } from '../version.js';
import { examples, type Register } from './register.js';

export interface EvalRetrievalRequest {
  /** Folder in the layout of BEIR. */
  readonly dataset: string;
  readonly split: string;
  /** Separated by commas. */
  readonly methods: string;
  readonly limitQueries: number | null;
  /** File to write one JSON line per method and query to. */
  readonly out: string | null;
}

export const registerEvalRetrieval: Register = (program, execute) => {
  program
    .command('retrieval')
    .summary('measure the search on a set with judgements')
    .description(
      'Search for the queries of a set, and compare what is found with the judgements of its split. The set is a folder ' +
        'with corpus.jsonl, queries.jsonl, qrels/<split>.tsv and perhaps candidates.tsv, as BEIR lays them out. Its ' +
        'corpus is read into a store of its own, which is kept for the next time.',
    )
    .requiredOption('--dataset <folder>', 'the set')
    .option('--split <name>', 'which judgements', 'test')
    .option('--methods <list>', `of ${Object.keys(METHODS).join(', ')}; the default is always measured`, USUAL_METHODS)
    .option('--limit-queries <n>', 'only the first n queries', parseCount)
    .option('--out <file>', 'write one JSON line per method and query to a file')
    .addHelpText(
      'after',
      examples([
        ['arbiter eval retrieval --dataset ./scifact --split train', 'the split that may be looked at'],
        ['arbiter eval retrieval --dataset ./scifact --methods default --json', 'what users get, for programs'],
      ]),
    )
    .action((options: { dataset: string; split: string; methods: string; limitQueries?: number; out?: string }) =>
      execute((context) =>
        evalRetrieval({ ...options, limitQueries: options.limitQueries ?? null, out: options.out ?? null }, context),
      ),
    );
};

export async function evalRetrieval(request: EvalRetrievalRequest, context: CommandContext): Promise<ExitCode> {
  const { env, cwd, options, terminal } = context;
  if (options.server !== null) {
    throw new ArbiterError('INVALID_REQUEST', 'eval builds a store of its own; it cannot be used with --server.');
  }
  const groups = groupMethods(request.methods);
  const subject = await openBeirFolder({ ...request, folder: resolve(cwd, request.dataset) });
  const store = join(env.ARBITER_DATA_DIR ?? '.arbiter', 'eval', subject.storeName);
  const own = { ...context, env: { ...env, ARBITER_DATA_DIR: store } };
  const filled = await fillStore(subject, own);
  if (filled.exitCode !== EXIT.ok) return filled.exitCode;
  const byMethod = await measureMethods(groups, subject, own);
  if (request.out !== null) await writeRecords(resolve(cwd, request.out), byMethod);
  const methods = groups.flatMap(({ names, fields }) => names.map((name) => [name, fields] as const));
  const run: RetrievalRun = {
    command: 'eval retrieval',
    dataset: request.dataset,
    split: subject.split,
    ...summariseRun(byMethod),
    counts: { ...filled.counts, ...leftOut(subject) },
    config: {
      methods: Object.fromEntries(methods),
      search: SEARCH_FIELDS,
      retriever: await retrieverSettings(own),
      collections: filled.collections,
      versions: { arbiter: await readVersion(), node: process.version },
      machine: describeMachine(),
      measuredAt: new Date(context.now()).toISOString(),
    },
  };
  warnOfDegradation(run, context);
  printResult(context, run, () => renderRetrievalEvaluation(run, terminal.outColours));
  return EXIT.ok;
}

type FilledStore = FillResult & { readonly collections: RetrievalRun['config']['collections'] };

async function fillStore(subject: RetrievalSubject, context: CommandContext): Promise<FilledStore> {
  const { domainsDirectories, folder } = subject;
  return withLibrary(context, { writes: true, domainsDirectories }, async (library) => {
    remark(context, `Reading ${folder} into ${library.place}`);
    const filled = await subject.fill(library, context);
    const { collections } = await library.request(listCollections, {});
    return {
      ...filled,
      collections: collections.map(({ manifest, documents, chunks }) => ({ ...manifest, documents, chunks })),
    };
  });
}

function leftOut({ selection }: RetrievalSubject): Record<string, number> {
  const { unjudged, nothingRelevant, withoutText, duplicates, beyondLimit } = selection.leftOut;
  return {
    queriesUnjudged: unjudged,
    queriesWithNothingRelevant: nothingRelevant,
    queriesWithoutText: withoutText,
    queriesDuplicate: duplicates,
    queriesBeyondLimit: beyondLimit,
  };
}

async function retrieverSettings({ env, cwd, loadStandalone }: CommandContext): Promise<Record<string, string | null>> {
  const { effectiveConfiguration } = await loadStandalone();
  const { variables } = effectiveConfiguration({ env, cwd });
  const settings = variables.filter(({ arms }) => arms.includes('retriever') && arms.length === 1);
  return Object.fromEntries(settings.map(({ name, value }) => [name, value]));
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

function parseCount(word: string): number {
  const count = Number(word);
  if (!(Number.isInteger(count) && count >= 1)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return count;
}
