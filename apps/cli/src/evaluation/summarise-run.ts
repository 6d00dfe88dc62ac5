import {
  latencyPercentiles,
  mean,
  pairedRandomisationTest,
  seededRandom,
  summariseRetrieval,
  type RetrievalMetric,
} from '@arbiter/evaluation';
import type { QueryRecord } from './evaluate-method.js';
import type { RetrievalRun } from './retrieval-run.js';
import { DEFAULT_METHOD } from './search-methods.js';

/** Of the resamples and permutations: the same rankings give the same report. */
const SEED = 20_260_101;

/** Methods are compared by it. */
const COMPARED_METRIC: RetrievalMetric = 'ndcg@10';

/** Queries of each method, in the same order; the default is among them. */
export type RecordsByMethod = ReadonlyMap<string, readonly QueryRecord[]>;

export type RunFigures = Pick<RetrievalRun, 'n' | 'metrics' | 'ci95' | 'latencyMs' | 'significance' | 'depth'>;

/** @throws RangeError when there are no queries, or no default */
export function summariseRun(byMethod: RecordsByMethod): RunFigures {
  const methods = [...byMethod].map(([method, records]) => {
    const asked = records.flatMap(({ latencyMs }) => latencyMs ?? []);
    return {
      method,
      ...summariseRetrieval(
        records.map(({ figures }) => figures),
        seededRandom(SEED),
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
    ci95: Object.fromEntries(methods.map(({ method, ci95 }) => [method, mutable(ci95)])),
    latencyMs: {
      ...shipped.latency,
      methods: Object.fromEntries(methods.map(({ method, latency }) => [method, latency])),
    },
    significance: compareAll(byMethod),
    depth: Object.fromEntries(methods.map(({ method, depth }) => [method, depth])),
  };
}

/** Every pair of methods; of those that are one and the same to the retriever only the first. */
function compareAll(byMethod: RecordsByMethod): RunFigures['significance'] {
  const methods = [...new Map([...byMethod].reverse().map(([method, records]) => [records, method]))]
    .map(([records, method]) => [method, records] as const)
    .reverse();
  return methods.flatMap(([a, ofA], index) =>
    methods.slice(index + 1).map(([b, ofB]) => {
      const [first, second] = [ofA, ofB].map((records) => records.map(({ figures }) => figures[COMPARED_METRIC]));
      const test = pairedRandomisationTest(first ?? [], second ?? [], { random: seededRandom(SEED) });
      return { metric: COMPARED_METRIC, a, b, ...test };
    }),
  );
}

function depthOf(records: readonly QueryRecord[]): RetrievalRun['depth'][string] {
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

function mutable<K extends string>(intervals: Readonly<Record<K, readonly [number, number]>>) {
  const entries = Object.entries<readonly [number, number]>(intervals);
  return Object.fromEntries(entries.map(([key, [low, high]]) => [key, [low, high]])) as Record<K, [number, number]>;
}
