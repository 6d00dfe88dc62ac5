import { resolve } from 'node:path';
import {
  armSettings,
  defineEvaluation,
  parseCount,
  parseMethods,
  remark,
  withLibrary,
  withOwnStore,
  type EvaluationContext,
  type RunOf,
} from '@arbiter/cli';
import { askAll, countsOf, pageTables, summariseRun, type PageRecord } from './measure-pages.js';
import { PAGE_METHODS, USUAL_PAGE_METHODS } from './page-methods.js';
import { openPageSet } from './page-set.js';
import { storePdfs } from './pdf-store.js';

interface Options {
  readonly dataset: string;
  /** Separated by commas. */
  readonly methods: string;
  readonly limit?: number;
}

/** Output of `arbiter eval pages --json`. */
export type PagesRun = RunOf<typeof measurePageSearch>;

const METHOD_NAMES = Object.keys(PAGE_METHODS);

export const registerEvalPages = defineEvaluation({
  name: 'pages',
  summary: 'measure whether the page that answers is found',
  description:
    'Search the pages of PDFs for questions, and compare what is found with the judged pages. The set is a folder with pdfs/, ' +
    'queries.jsonl, qrels/test.tsv, whose ids are PDF#NUMBER, and perhaps scope.tsv. The PDFs are read into a store of ' +
    'their own, which is kept for the next time.',
  options: (command) =>
    command
      .requiredOption('--dataset <folder>', 'the set')
      .option('--methods <list>', `of ${METHOD_NAMES.join(', ')}`, USUAL_PAGE_METHODS.join(','))
      .option('--limit <n>', 'only the first n questions', parseCount),
  units: 'questions',
  record: 'method and question',
  examples: [
    ['arbiter eval pages --dataset ./manuals --limit 20', 'a first look'],
    ['arbiter eval pages --dataset ./manuals --json', 'for programs'],
  ],
  measure: measurePageSearch,
});

async function measurePageSearch(options: Options, context: EvaluationContext) {
  const names = new Set(parseMethods(options.methods, METHOD_NAMES));
  const methods = Object.entries(PAGE_METHODS).filter(([name]) => names.has(name));
  const retriever = await armSettings('retriever', context);
  const set = await openPageSet(resolve(context.cwd, options.dataset), options.limit ?? null);
  const own = withOwnStore(context, set.storeName);
  const stored = await withLibrary(own, { writes: true }, (library) => {
    remark(context, `Reading ${set.folder} into ${library.place}`);
    return storePdfs(library, set, own);
  });
  if (typeof stored === 'number') return stored;
  const byMethod = new Map<string, readonly PageRecord[]>();
  for (const [name, method] of methods) byMethod.set(name, await askAll(name, method, set, stored, own));
  const figures = { ...summariseRun(byMethod, context), counts: countsOf(set, stored) };
  return {
    dataset: options.dataset,
    records: [...byMethod.values()].flat(),
    figures,
    config: { methods: Object.fromEntries(methods.map(([name, { request }]) => [name, request])), retriever },
    headline: `${options.dataset}: ${figures.n} questions`,
    tables: pageTables(figures),
  };
}
