import { listCollections, search, type OperationRequest, type SearchResponse } from '@arbiter/contracts';
import {
  latencyPercentiles,
  mean,
  RETRIEVAL_METRICS,
  summariseRetrieval,
  type QuerySelection,
  type RandomSource,
  type RetrievalMetric,
} from '@arbiter/evaluation';
import { remark, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { withLibrary } from '../library/open-library.js';
import { milliseconds } from '../render/format-text.js';
import { compareMethods, comparisonTable, figure, type ScoresByMethod } from './compare-methods.js';
import type { Block, EvaluationContext } from './evaluate.js';
import { evaluateMethod, type QueryRecord, type RetrievalSubject, type SetCounts } from './evaluate-method.js';
import { DEFAULT_METHOD, type MethodGroup } from './search-methods.js';

/** What retrieval comes to, and what it came to for each query. */
export type MeasuredRetrieval = Exclude<Awaited<ReturnType<typeof measureRetrieval>>, ExitCode>;

/**
 * Fills the store of a subject, asks it every query by every method, and sums up. By method are `metrics`, `ci95` and
 * `latencyMs.methods`; `default` among them is what a search that names no method gives.
 *
 * @param context with the subject's store as its data directory
 * @returns the exit code when the store could not be filled
 */
export async function measureRetrieval(
  subject: RetrievalSubject,
  groups: readonly MethodGroup[],
  context: EvaluationContext,
) {
  const filled = await fillStore(subject, context);
  if (filled.exitCode !== EXIT.ok) return filled.exitCode;
  const byMethod = await measureMethods(groups, subject, context);
  const figures = {
    ...summariseRun(byMethod, context.random),
    counts: { ...filled.counts, ...leftOutCounts(subject.selection) },
  };
  return { figures, collections: filled.collections, byMethod };
}

async function fillStore(subject: RetrievalSubject, context: CommandContext) {
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

/** Queries that are not measured, for the counts of a set. */
export function leftOutCounts({ leftOut }: QuerySelection): SetCounts {
  const { unjudged, nothingRelevant, withoutText, duplicates, beyondLimit } = leftOut;
  return {
    queriesUnjudged: unjudged,
    queriesWithNothingRelevant: nothingRelevant,
    queriesWithoutText: withoutText,
    queriesDuplicate: duplicates,
    queriesBeyondLimit: beyondLimit,
  };
}

/** Ranking is measured, and times beside it: one search that passes its usual deadline must not end the run. */
const SEARCH_DEADLINE_MS = 120_000;

/**
 * Asks every query by every method. Each method has the library opened anew, so that none finds in a cache what another
 * has computed for the same query.
 *
 * @param context with the store of the subject as its data directory
 */
async function measureMethods(
  groups: readonly MethodGroup[],
  subject: RetrievalSubject,
  context: EvaluationContext,
): Promise<RecordsByMethod> {
  const byMethod = new Map<string, readonly QueryRecord[]>();
  for (const group of groups) {
    const { signal } = context.interruption;
    const records = await withLibrary(context, { writes: false }, (library) => {
      const ask = (request: OperationRequest<typeof search>): Promise<SearchResponse> =>
        library.request(search, request, { signal, deadlineMs: SEARCH_DEADLINE_MS });
      return evaluateMethod(group, subject, ask, context);
    });
    for (const name of group.names) byMethod.set(name, records);
  }
  return byMethod;
}

/** Methods are compared by it. */
const COMPARED_METRIC: RetrievalMetric = 'ndcg@10';

/** Queries of each method, in the same order; the default is among them. */
export type RecordsByMethod = ReadonlyMap<string, readonly QueryRecord[]>;

/** @throws RangeError when there are no queries, or no default */
function summariseRun(byMethod: RecordsByMethod, random: () => RandomSource) {
  const methods = [...byMethod].map(([method, records]) => {
    const asked = records.flatMap(({ latencyMs }) => latencyMs ?? []);
    return {
      method,
      ...summariseRetrieval(
        records.map(({ figures }) => figures),
        random(),
      ),
      latency: latencyPercentiles(asked),
      depth: depthOf(records),
    };
  });
  const shipped = methods.find(({ method }) => method === DEFAULT_METHOD);
  if (!shipped) throw new RangeError('the default was not measured');
  return {
    n: byMethod.get(DEFAULT_METHOD)?.length ?? 0,
    metrics: Object.fromEntries(methods.map(({ method, metrics }) => [method, metrics])),
    ci95: Object.fromEntries(methods.map(({ method, ci95 }) => [method, ci95])),
    latencyMs: {
      ...shipped.latency,
      methods: Object.fromEntries(methods.map(({ method, latency }) => [method, latency])),
    },
    significance: compareMethods(COMPARED_METRIC, scoresByMethod(byMethod), random),
    depth: Object.fromEntries(methods.map(({ method, depth }) => [method, depth])),
  };
}

/** Of methods that are one and the same to the retriever only the first: they share their records. */
function scoresByMethod(byMethod: RecordsByMethod): ScoresByMethod {
  const distinct = new Set<readonly QueryRecord[]>();
  const scores = new Map<string, readonly number[]>();
  for (const [method, records] of byMethod) {
    if (!distinct.has(records))
      scores.set(
        method,
        records.map(({ figures }) => figures[COMPARED_METRIC]),
      );
    distinct.add(records);
  }
  return scores;
}

function depthOf(records: readonly QueryRecord[]) {
  const documents = records.map(({ ranking }) => ranking.length);
  return {
    meanDocuments: mean(documents) ?? 0,
    leastDocuments: Math.min(...documents),
    tiedInFirstTen: mean(records.map(({ ranking }) => tiedIn(ranking.slice(0, 11)))) ?? 0,
    degradedQueries: records.filter(({ degraded }) => degraded).length,
  };
}

/** Documents whose score is that of the next one: their order is that of their ids, and says nothing. */
function tiedIn(ranking: QueryRecord['ranking']): number {
  return ranking.filter(({ score }, index) => score === ranking[index + 1]?.score).length;
}

/** Methods side by side, then which differences are more than chance, then what of the set could not be used. */
export function retrievalTables({
  metrics,
  ci95,
  latencyMs,
  significance,
  counts,
}: MeasuredRetrieval['figures']): Block[] {
  const methods = Object.keys(metrics);
  return [
    [
      ['method', ...RETRIEVAL_METRICS, 'p50', 'p95', 'p99'],
      ...methods.map((method) => {
        const { p50, p95, p99 } = latencyMs.methods[method] ?? latencyMs;
        return [
          method,
          ...RETRIEVAL_METRICS.map((metric) => figure(metrics[method]?.[metric])),
          ...[p50, p95, p99].map(milliseconds),
        ];
      }),
    ],
    [
      [COMPARED_METRIC, '95 % interval'],
      ...methods.map((method) => [method, (ci95[method]?.[COMPARED_METRIC] ?? []).map(figure).join(' – ')]),
    ],
    comparisonTable(COMPARED_METRIC, significance),
    Object.entries(counts).map(([name, count]) => [name, count.toLocaleString('en')]),
  ];
}
