import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { ArbiterError } from '@arbiter/contracts';
import {
  defineBenchmark,
  FOLDER,
  percentile,
  prefixFigures,
  wholeNumber,
  wholeNumbers,
  type BenchOption,
  type Measured,
  type OptionsOf,
} from './benchmark.js';
import { EMBEDDED_TEXTS, LIBRARY_PACKAGES, measureLibraries } from './library/measure-libraries.js';
import { MEASURED_REQUESTS, type LoadPlan, type LoadResult } from './search/load-plan.js';
import { residentMemory, splitCpu } from './search/process-cpu.js';
import { runLoad } from './search/run-load.js';
import { SearchServer } from './search/search-server.js';

const METHODS: BenchOption<readonly string[]> = {
  example: 'keyword,fast',
  read: (word) => {
    const known = [...MEASURED_REQUESTS.keys()];
    const methods = word?.split(',') ?? known;
    const unknown = methods.find((method) => !known.includes(method));
    if (unknown === undefined) return methods;
    throw new ArbiterError('INVALID_REQUEST', `There is no method "${unknown}"; there are ${known.join(', ')}.`);
  },
};

const OPTIONS = {
  chunks: wholeNumbers(5_000, 100_000),
  clients: wholeNumber(50),
  /** Of each measurement. */
  seconds: wholeNumber(10),
  /** Names in {@link MEASURED_REQUESTS}. */
  methods: METHODS,
  library: FOLDER,
};

const WORDS_PER_CHUNK = 184;
const MAX_SEARCHES = 100_000;
/** Of the run that asks the same questions again, for what the caches bring. */
const DISTINCT_QUESTIONS = 100;
/** Share of a measurement that goes before it, unmeasured. */
const WARM_UP_SHARE = 0.3;
/** Share of a measurement that is profiled, in a run of its own: sampling costs a few hundredths. */
const PROFILE_SHARE = 0.4;

/**
 * Searches per second over HTTP and what one costs in processor time, by part: the built retriever arm in a process of
 * its own, a load generator in another, and a stream of questions in which none comes twice.
 */
export async function benchSearch({
  chunks,
  clients,
  seconds,
  methods,
  library: keepIn,
  embeddedTexts = EMBEDDED_TEXTS,
}: OptionsOf<typeof OPTIONS> & { readonly embeddedTexts?: number }): Promise<Measured> {
  const errors: string[] = [];
  const shape = { chunks, wordsPerChunk: WORDS_PER_CHUNK, embeddedTexts };
  const measured = await measureLibraries({ ...shape, keepIn, name: 'search' }, async (library) => {
    const { size, directory, signal } = library;
    const figures: Record<string, number> = {};
    const server = await SearchServer.start(directory);
    try {
      for (const [index, method] of methods.entries()) {
        signal.throwIfAborted();
        const load = { clients, seconds, seed: 1_000 * size + 10 * index };
        const ofMethod = await measureMethod(server, method, load);
        Object.assign(figures, prefixFigures(`${camelCase(method)}${size}`, ofMethod.figures));
        errors.push(...ofMethod.errors);
      }
      const memory = await residentMemory(server.pid);
      if (memory) figures[`peakRss${size}MiB`] = memory.peak / 2 ** 20;
    } finally {
      await server.stop();
    }
    return figures;
  });
  return { ...measured, notes: [...notesOf({ clients, seconds, embeddedTexts }), ...errors] };
}

export default defineBenchmark({ options: OPTIONS, packages: LIBRARY_PACKAGES, measure: benchSearch });

interface MeasuredMethod {
  readonly figures: Readonly<Record<string, number>>;
  /** A sentence when searches failed. */
  readonly errors: readonly string[];
}

async function measureMethod(
  server: SearchServer,
  method: string,
  { clients, seconds, seed }: { readonly clients: number; readonly seconds: number; readonly seed: number },
): Promise<MeasuredMethod> {
  const plan: LoadPlan = {
    url: `${server.url}/search`,
    serverPid: server.pid,
    clients,
    warmUpSeconds: WARM_UP_SHARE * seconds,
    seconds,
    maxSearches: MAX_SEARCHES,
    seed,
    distinctQuestions: 0,
    request: { ...MEASURED_REQUESTS.get(method) },
  };
  const result = await runLoad(plan);
  const profile = await profileUnder(server, { ...plan, seed: seed + 1, seconds: PROFILE_SHARE * seconds });
  const cached = await runLoad({ ...plan, seed: seed + 2, distinctQuestions: DISTINCT_QUESTIONS });
  const split = splitCpu(result, server.pid, profile);
  const cpuMs = split.encode + split.store + split.fuse + split.http + split.load;
  const ceiling = (1_000 * availableParallelism()) / cpuMs;
  const perSecond = perSecondOf(result);
  return {
    figures: {
      searchesPerSecond: perSecond,
      p50Ms: percentileOf(result, 0.5),
      p95Ms: percentileOf(result, 0.95),
      p99Ms: percentileOf(result, 0.99),
      errors: result.errors,
      meanResults: result.meanResults,
      encodeCpuMs: split.encode,
      storeCpuMs: split.store,
      fuseCpuMs: split.fuse,
      httpCpuMs: split.http,
      loadCpuMs: split.load,
      cpuMs,
      ceilingPerSecond: ceiling,
      reachedShare: perSecond / ceiling,
      kibPerAnswer: result.bytesPerAnswer / 1_024,
      ...prefixFigures(
        'stage',
        Object.fromEntries(Object.entries(result.stageMs).map(([name, ms]) => [`${name}Ms`, ms])),
      ),
      cachedSearchesPerSecond: perSecondOf(cached),
    },
    errors:
      result.firstError === null ? [] : [`${method}: ${result.errors} searches failed, first: ${result.firstError}.`],
  };
}

/** Profiles the server's main thread in the middle of a load. */
async function profileUnder(server: SearchServer, plan: LoadPlan): Promise<Readonly<Record<string, number>>> {
  const load = runLoad(plan);
  const profiled = (async () => {
    await delay(1_000 * plan.warmUpSeconds);
    await server.startProfile();
    await delay(1_000 * plan.seconds);
    return server.stopProfile();
  })();
  const [profile] = await Promise.all([profiled, load]);
  return profile;
}

function perSecondOf({ searches, elapsedMs }: LoadResult): number {
  return (1_000 * searches) / elapsedMs;
}

/** NaN when every search failed. */
function percentileOf({ latencies }: LoadResult, share: number): number {
  return latencies.length === 0 ? Number.NaN : percentile(latencies, share);
}

/** `default+synthesis` → `defaultSynthesis`. */
function camelCase(method: string): string {
  return method.replaceAll(/\+(.)/g, (_, letter: string) => letter.toUpperCase());
}

function notesOf({
  clients,
  seconds,
  embeddedTexts,
}: Readonly<Record<'clients' | 'seconds' | 'embeddedTexts', number>>): string[] {
  return [
    `${clients} kept connections, each with one request at a time, for ${seconds} s after a warm-up of a third of that; no question comes twice, but for the figures named cached, whose ${DISTINCT_QUESTIONS} questions are asked again and again.`,
    `Texts of ${WORDS_PER_CHUNK} words by Zipf's law in ${embeddedTexts} really embedded ones and mixtures of their vectors. Searches ask for 10 results from relevance 0.`,
    'CPU is that of all threads of the arm in the same span: threads of Lance are store, other native ones encode, and the main thread is divided by a sampling profile of a second run; fuse holds feedback, reranking, judging and synthesis.',
    'The ceiling is what the processors could do with the summed processor time of one search, load generator included; stage times are as a search sees them, waiting included.',
  ];
}
