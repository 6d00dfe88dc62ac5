import {
  compareMethods,
  comparisonTable,
  figure,
  latencyOf,
  leftOutCounts,
  metricTable,
  queryTextOf,
  withLibrary,
  type EvaluationContext,
} from '@arbiter/cli';
import type { ScoredDocument } from '@arbiter/evaluation';
import type { PageMethod } from './page-methods.js';
import type { PageQuery, PageSet } from './page-set.js';
import type { StoredPdfs } from './pdf-store.js';
import { measurePages, PAGE_METRICS, summarisePages, type MeasuredPages, type PageMetric } from './summarise-pages.js';

/** A question by one method: a line of the file that `--out` writes. */
export interface PageRecord extends MeasuredPages {
  readonly method: string;
  readonly id: string;
  readonly query: string;
  /** Ids of the judged pages that are relevant. */
  readonly relevant: readonly string[];
  /** Best first. */
  readonly ranking: readonly ScoredDocument[];
  readonly degraded: boolean;
  readonly latencyMs: number;
}

/** Ranking is measured, and times beside it: one search that passes its usual deadline must not end the run. */
const SEARCH_DEADLINE_MS = 120_000;

/**
 * Asks every question by one method, one after the other. The library is opened anew, so that no method finds in a cache what another
 * has computed. One search before them, which is not counted, lets the models load.
 *
 * @param context with the store of the set as its data directory
 * @throws ArbiterError of the operations, naming the question
 */
export async function askAll(
  name: string,
  method: PageMethod,
  set: PageSet,
  stored: StoredPdfs,
  context: EvaluationContext,
): Promise<PageRecord[]> {
  const options = { signal: context.interruption.signal, deadlineMs: SEARCH_DEADLINE_MS };
  return withLibrary(context, { writes: false }, async (library) => {
    await method.rank(library, { text: 'warm up', scope: null }, stored, options);
    const ask = async ({ id, text, type, pageType, scope, judgements }: PageQuery): Promise<PageRecord> => {
      const query = queryTextOf(text) ?? '?';
      const { value, latencyMs } = await context.timed(() =>
        method.rank(library, { text: query, scope }, stored, options),
      );
      const { pages: ranking, degraded } = value;
      const ids = ranking.map((page) => page.id);
      const relevant = [...judgements].filter(([, grade]) => grade > 0).map(([page]) => page);
      const figures = measurePages(ids, judgements);
      return { method: name, id, query, type, pageType, relevant, figures, ranking, degraded, latencyMs };
    };
    return context.each(set.queries, ask, { verb: name, nameOf: ({ id }) => `Question ${id}` });
  });
}

export type RecordsByMethod = ReadonlyMap<string, readonly PageRecord[]>;

/** Methods are compared by them. */
const COMPARED_METRICS: readonly PageMetric[] = ['recall@3', 'ndcg@5'];

/** Of every method, and of the differences between them. */
export function summariseRun(byMethod: RecordsByMethod, { random }: Pick<EvaluationContext, 'random'>) {
  const methods = [...byMethod].map(([method, records]) => ({
    method,
    ...summarisePages(records, random()),
    latency: latencyOf(records),
    degraded: records.filter(({ degraded }) => degraded).length,
  }));
  const [records = []] = byMethod.values();
  const types = [...new Set(records.map(({ type }) => type))].filter((type) => type !== null).sort();
  return {
    n: records.length,
    metrics: Object.fromEntries(methods.map(({ method, metrics }) => [method, metrics])),
    ci95: Object.fromEntries(methods.map(({ method, ci95 }) => [method, ci95])),
    /** `p50` and `p95` in all are those of the first method. */
    latencyMs: {
      ...latencyOf(records),
      methods: Object.fromEntries(methods.map(({ method, latency }) => [method, latency])),
    },
    significance: compareAll(byMethod, null, random),
    /** Within the questions of each type; empty with one method. */
    significanceByType:
      byMethod.size < 2 ? {} : Object.fromEntries(types.map((type) => [type, compareAll(byMethod, type, random)])),
    /** Questions that an index did not answer, by method. */
    degraded: Object.fromEntries(methods.map(({ method, degraded }) => [method, degraded])),
  };
}

/** @param type only questions of it; null: all */
function compareAll(byMethod: RecordsByMethod, type: string | null, random: EvaluationContext['random']) {
  return COMPARED_METRICS.flatMap((metric) => {
    const scores = [...byMethod].map(([method, records]) => {
      const own = type === null ? records : records.filter((record) => record.type === type);
      return [method, own.map(({ figures }) => figures[metric])] as const;
    });
    return compareMethods(metric, new Map(scores), random);
  });
}

/** What the set holds, and what of it is not measured. */
export function countsOf({ pdfs, queries, selection }: PageSet, stored: StoredPdfs) {
  const all = [...stored.values()];
  const starts = all.map(({ pages, length }) => [...pages.map(({ start }) => start), length]);
  return {
    documents: pdfs.length,
    unreadableDocuments: pdfs.length - stored.size,
    pages: all.reduce((sum, { pages }) => sum + pages.length, 0),
    /** Nothing on them was read: text search cannot find them. */
    pagesWithoutText: starts.flatMap((ofPdf) => ofPdf.slice(1).filter((end, index) => end === ofPdf[index])).length,
    judgedPages: new Set(queries.flatMap(({ judgements }) => [...judgements.keys()])).size,
    ...leftOutCounts(selection),
  };
}

type PageRunFigures = ReturnType<typeof summariseRun> & { readonly counts: ReturnType<typeof countsOf> };

/** Methods side by side, then kinds of questions, differences and counts. */
export function pageTables({ metrics, ci95, significance, counts }: PageRunFigures) {
  const methods = Object.keys(metrics);
  const kinds = (['byType', 'byPageType'] as const).map((division) =>
    methods.flatMap((method) =>
      Object.entries(metrics[method]?.[division] ?? {}).map(([kind, own]) => [
        kind,
        method,
        String(own.n),
        ...PAGE_METRICS.map((metric) => figure(own[metric])),
      ]),
    ),
  );
  return [
    metricTable(
      Object.fromEntries(methods.map((name) => [name, { metrics: metrics[name] ?? {}, ci95: ci95[name] ?? {} }])),
    ),
    ...kinds.map((rows) => (rows.length === 0 ? '' : [['kind', 'method', 'n', ...PAGE_METRICS], ...rows])),
    ...COMPARED_METRICS.map((metric) =>
      comparisonTable(
        metric,
        significance.filter((one) => one.metric === metric),
      ),
    ),
    Object.entries(counts).map(([name, count]) => [name, count.toLocaleString('en')]),
  ];
}
