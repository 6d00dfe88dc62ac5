import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LanceStore, LanceVectorIndex } from '@arbiter/adapters-lancedb';
import {
  defineBenchmark,
  FOLDER,
  percentile,
  prefixFigures,
  wholeNumber,
  wholeNumbers,
  type Measured,
  type OptionsOf,
} from './benchmark.js';
import { COLLECTION, openTopicWriter } from './library/make-library.js';
import { LIBRARY_PACKAGES, measureLibraries, type MeasuredLibrary } from './library/measure-libraries.js';
import { TOPICS } from './library/vocabulary.js';
import { residentMemory } from './search/process-cpu.js';
import { askSearch, type TimedSearch } from './search/run-load.js';
import { SearchServer } from './search/search-server.js';
import { xorshift } from './write-english.js';

const OPTIONS = {
  chunks: wholeNumbers(1_000_000),
  /** Questions that every kind of search is asked; none twice. */
  queries: wholeNumber(200),
  library: FOLDER,
};

interface Small {
  /** Questions for which the approximate index is compared with an exact search. */
  readonly recallQueries?: number;
  readonly embeddedTexts?: number;
}

const WORDS_PER_CHUNK = 100;
const SEED = 71;
/** Number of candidates that the arm requests from each index. */
const CANDIDATES = 100;
const RECALL_AT = 10;

const PLAIN = { min_relevance_score: 0, include_synthesis: false };
const HYBRID = { ...PLAIN, fusion: 'z-score' };

/** Name in figures to the fields of a request. */
const KINDS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  keyword: { ...PLAIN, method: 'keyword' },
  vector: { ...PLAIN, method: 'vector' },
  plainHybrid: HYBRID,
  /** Ranks alone: nothing is asked of an index but its best. */
  rrfHybrid: { ...HYBRID, fusion: 'rrf' },
  default: PLAIN,
  /** A tenth of the chunks. */
  filtered: { ...HYBRID, filters: { kind: 'report' } },
  /** One chunk of 3,000. */
  narrowlyFiltered: { ...HYBRID, filters: { kind: 'report', year: 1_850 } },
};

/** Measures the cost of writing, keeping and searching a large library, one search at a time. */
export async function benchScale({
  chunks,
  queries,
  library: keepIn,
  recallQueries = 50,
  ...small
}: OptionsOf<typeof OPTIONS> & Small): Promise<Measured> {
  const plan = { ...small, keepIn, name: 'scale', chunks, wordsPerChunk: WORDS_PER_CHUNK };
  const measured = await measureLibraries(plan, async (library) => {
    const { size, directory, times } = library;
    return prefixFigures(`of${size}`, {
      ...times,
      diskMiB: (await folderBytes(join(directory, 'indexes'))) / 2 ** 20,
      ...(await measureSearches(directory, queries)),
      [`vectorRecallAt${RECALL_AT}`]: await measureRecall(library, recallQueries),
    });
  });
  return { ...measured, notes: notesOf(queries, recallQueries) };
}

export default defineBenchmark({ options: OPTIONS, packages: LIBRARY_PACKAGES, measure: benchScale });

/** Asks the built arm, in a process of its own, one search at a time; the kinds take turns. */
async function measureSearches(directory: string, queries: number): Promise<Record<string, number>> {
  const kinds = Object.entries(KINDS);
  const searches = new Map(kinds.map(([kind]): [string, TimedSearch[]] => [kind, []]));
  const writer = await openTopicWriter();
  const random = xorshift(SEED);
  const server = await SearchServer.start(directory);
  try {
    const warmUp = Math.ceil(queries / 5);
    for (let round = -warmUp; round < queries; round += 1) {
      for (const [kind, fields] of kinds) {
        const search = await askSearch(server.url, { query: writer.question(random() % TOPICS, random), ...fields });
        if (round >= 0) searches.get(kind)?.push(search);
      }
    }
    const memory = await residentMemory(server.pid);
    return {
      ...latenciesOf(searches),
      ...(memory && { rssMiB: memory.now / 2 ** 20, peakRssMiB: memory.peak / 2 ** 20 }),
    };
  } finally {
    await server.stop();
  }
}

function latenciesOf(searches: ReadonlyMap<string, readonly TimedSearch[]>): Record<string, number> {
  const figures: Record<string, number> = {};
  const store = (kind: string): number =>
    percentile(
      (searches.get(kind) ?? []).map(({ stageMs }) => stageMs.search ?? Number.NaN),
      0.95,
    );
  for (const [kind, of] of searches) {
    const total = of.map(({ totalMs }) => totalMs);
    figures[`${kind}P50Ms`] = percentile(total, 0.5);
    figures[`${kind}P95Ms`] = percentile(total, 0.95);
    figures[`${kind}P99Ms`] = percentile(total, 0.99);
    figures[`${kind}StoreP95Ms`] = store(kind);
  }
  const slower = Math.max(store('vector'), store('keyword'));
  figures.hybridToSlowerStoreP95Ratio = store('plainHybrid') / slower;
  figures.rrfHybridToSlowerStoreP95Ratio = store('rrfHybrid') / slower;
  return figures;
}

/** Share of the exact nearest chunks that the index finds as the arm asks it, 0–1. */
async function measureRecall({ directory, embedder, signal }: MeasuredLibrary, queries: number): Promise<number> {
  const writer = await openTopicWriter();
  const random = xorshift(SEED + 1);
  const questions = Array.from({ length: queries }, () => writer.question(random() % TOPICS, random));
  const vectors = await embedder.embed(questions, { kind: 'query', signal });
  const open = (exactScanRows?: number): Promise<LanceStore> =>
    LanceStore.open({
      directory: join(directory, 'indexes'),
      mode: 'read-only',
      maxResidentBytes: 0,
      ...(exactScanRows !== undefined && { exactScanRows }),
    });
  const [shipped, exact] = await Promise.all([open(), open(Infinity)]);
  try {
    let found = 0;
    for (const vector of vectors) {
      const options = { limit: CANDIDATES, signal };
      const best = await new LanceVectorIndex(exact).search(COLLECTION, vector, { ...options, limit: RECALL_AT });
      const answer = await new LanceVectorIndex(shipped).search(COLLECTION, vector, options);
      const ids = new Set(answer.slice(0, RECALL_AT).map(({ chunkId }) => chunkId));
      found += best.filter(({ chunkId }) => ids.has(chunkId)).length;
    }
    return found / (queries * RECALL_AT);
  } finally {
    await Promise.all([shipped.close(), exact.close()]);
  }
}

function notesOf(queries: number, recallQueries: number): string[] {
  return [
    `${queries} searches of each kind in turns, one at a time, over HTTP to the built retriever arm; no question comes twice, and a fifth as many go before, unmeasured.`,
    'StoreP95 is the stage search alone: the first calls of the indexes, and for hybrid searches the scores of what only the other index found. The ratios compare those of plain hybrid searches, by true scores and by ranks, with the slower of vector and keyword alone.',
    `Recall is that of the ten best of ${CANDIDATES}, against an exact search, over ${recallQueries} embedded questions.`,
    `Chunks of ${WORDS_PER_CHUNK} words by Zipf's law; vectors are mixtures of really embedded ones.`,
    'Write and index times are there only for a library that this run has made; memory is that of the arm after the searches.',
  ];
}

/** @returns sum of the sizes of all files below a folder */
export async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
