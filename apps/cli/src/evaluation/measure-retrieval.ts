import { listCollections, search } from '@arbiter/contracts';
import {
  latencyPercentiles,
  mean,
  pairedRandomisationTest,
  seededRandom,
  summariseRetrieval,
  type RetrievalMetric,
} from '@arbiter/evaluation';
import { remark, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { withLibrary } from '../library/open-library.js';
import { withProgress } from '../terminal/progress.display.js';
import {
  evaluateMethod,
  SEARCH_FIELDS,
  type FillResult,
  type QueryRecord,
  type RetrievalSubject,
} from './evaluate-method.js';
import type { RetrievalRun } from './retrieval-run.js';
import { describeRun, EVALUATION_SEED, mutableIntervals, type ArmSettings } from './run-description.js';
import { DEFAULT_METHOD, type MethodGroup } from './search-methods.js';

export interface MeasurementPlan {
  readonly groups: readonly MethodGroup[];
  /** Of the retriever arm. */
  readonly settings: ArmSettings;
}

export interface MeasuredRetrieval {
  readonly run: RetrievalRun;
  readonly byMethod: RecordsByMethod;
}

/**
 * Fills the store of a subject, asks it every query by every method, and sums up.
 *
 * @param dataset name of the subject in the result
 * @param context with the subject's store as its data directory
 * @returns the exit code when the store could not be filled
 */
export async function measureRetrieval(
  dataset: string,
  subject: RetrievalSubject,
  { groups, settings }: MeasurementPlan,
  context: CommandContext,
): Promise<MeasuredRetrieval | ExitCode> {
  const filled = await fillStore(subject, context);
  if (filled.exitCode !== EXIT.ok) return filled.exitCode;
  const byMethod = await measureMethods(groups, subject, context);
  const methods = groups.flatMap(({ names, fields }) => names.map((name) => [name, fields] as const));
  const run: RetrievalRun = {
    command: 'eval retrieval',
    dataset,
    split: subject.split,
    ...summariseRun(byMethod),
    counts: { ...filled.counts, ...leftOut(subject) },
    config: {
      methods: Object.fromEntries(methods),
      search: SEARCH_FIELDS,
      retriever: settings,
      collections: filled.collections,
      ...(await describeRun(context)),
    },
  };
  return { run, byMethod };
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
  context: CommandContext,
): Promise<RecordsByMethod> {
  const byMethod = new Map<string, readonly QueryRecord[]>();
  for (const { names, fields } of groups) {
    const records = await withLibrary(context, { writes: false }, async (library) => {
      const label = names.join(' = ');
      const total = subject.selection.queries.length;
      const { signal } = context.interruption;
      return withProgress(context, 'queries', (show) =>
        evaluateMethod({ method: names[0], fields }, subject, {
          search: (request) => library.request(search, request, { signal, deadlineMs: SEARCH_DEADLINE_MS }),
          now: context.now,
          onQuery: (answered) => show(label, answered, total),
        }),
      );
    });
    for (const name of names) byMethod.set(name, records);
  }
  return byMethod;
}

/** Methods are compared by it. */
const COMPARED_METRIC: RetrievalMetric = 'ndcg@10';

/** Queries of each method, in the same order; the default is among them. */
export type RecordsByMethod = ReadonlyMap<string, readonly QueryRecord[]>;

type RunFigures = Pick<RetrievalRun, 'n' | 'metrics' | 'ci95' | 'latencyMs' | 'significance' | 'depth'>;

/** @throws RangeError when there are no queries, or no default */
function summariseRun(byMethod: RecordsByMethod): RunFigures {
  const methods = [...byMethod].map(([method, records]) => {
    const asked = records.flatMap(({ latencyMs }) => latencyMs ?? []);
    return {
      method,
      ...summariseRetrieval(
        records.map(({ figures }) => figures),
        seededRandom(EVALUATION_SEED),
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
    ci95: Object.fromEntries(methods.map(({ method, ci95 }) => [method, mutableIntervals(ci95)])),
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
      const test = pairedRandomisationTest(first ?? [], second ?? [], { random: seededRandom(EVALUATION_SEED) });
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
