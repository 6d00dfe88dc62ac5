import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LanceKeywordIndex, LanceStore, LanceVectorIndex } from '@arbiter/adapters-lancedb';
import { type BackupSettings, backUpLibrary, restoreLibrary, verifyBackup } from '@arbiter/backends';
import { ArbiterError } from '@arbiter/contracts';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import { analyserForLanguage } from '@arbiter/text';
import {
  defineBenchmark,
  FOLDER,
  prefixFigures,
  wholeNumber,
  wholeNumbers,
  type Measured,
  type OptionsOf,
} from './benchmark.js';
import { COLLECTION, openTopicWriter } from './library/make-library.js';
import { LIBRARY_PACKAGES, measureLibraries, type MeasuredLibrary } from './library/measure-libraries.js';
import { xorshift } from './write-english.js';
import { TOPICS } from './library/vocabulary.js';

const OPTIONS = {
  chunks: wholeNumbers(100_000),
  /** Searches that are compared before and after. */
  queries: wholeNumber(50),
  library: FOLDER,
};

const WORDS_PER_CHUNK = 100;
const SEED = 97;
const LIMIT = 50;
const EQUAL_SCORES = 1e-6;

/** All that is read of the settings for files on this disk. */
const SETTINGS = { documentStore: 'filesystem', usesJetStream: false } as BackupSettings;

/** Measures how long a backup, its verification and its restore take, and compares searches before and after. */
export async function benchBackup({
  chunks,
  queries,
  library: keepIn,
  ...small
}: OptionsOf<typeof OPTIONS> & { readonly embeddedTexts?: number }): Promise<Measured> {
  const plan = { ...small, keepIn, name: 'backup', chunks, wordsPerChunk: WORDS_PER_CHUNK, storesDocuments: true };
  const measured = await measureLibraries(plan, async (library) =>
    prefixFigures(`of${library.size}`, await measureBackup(library, queries)),
  );
  return {
    ...measured,
    notes: [
      `A library of generated texts, ${WORDS_PER_CHUNK} words a chunk and five chunks a document, with the files of its documents.`,
      'SnapshotMs is the part of the backup in which changes of a running worker wait. CpuMs is the processor time of all threads, which a busy machine hardly changes. The page cache is warm.',
      `${queries} questions by vector and as many by keyword, ${LIMIT} hits each: ids and scores (to ${EQUAL_SCORES}) of the restored library are those of the original, else the benchmark fails.`,
    ],
  };
}

export default defineBenchmark({ options: OPTIONS, packages: LIBRARY_PACKAGES, measure: benchBackup });

async function measureBackup({ directory, size, embedder, signal }: MeasuredLibrary, queries: number) {
  const folder = await mkdtemp(join(tmpdir(), 'arbiter-bench-backup-'));
  const [file, path] = [join(folder, 'library.tgz'), join(folder, 'restored')];
  const clock = SYSTEM_CLOCK;
  try {
    const ask = await questionsOf(queries, embedder, signal);
    const before = await ask(directory);
    const cpuBefore = process.cpuUsage();
    const backup = await backUpLibrary(SETTINGS, {
      path: directory,
      file,
      replace: false,
      arbiter: 'bench',
      clock,
      signal,
    });
    const { user, system } = process.cpuUsage(cpuBefore);
    const verified = clock.monotonic();
    await verifyBackup(file, signal);
    const restored = clock.monotonic();
    await restoreLibrary(SETTINGS, { file, path, replace: false, clock, signal });
    const ended = clock.monotonic();
    if (!isSame(before, await ask(path)))
      throw new ArbiterError('INTERNAL', `The restored library of ${size} chunks finds something else.`);
    return {
      backupMs: backup.totalMs,
      snapshotMs: backup.snapshotMs,
      backupCpuMs: (user + system) / 1_000,
      verifyMs: restored - verified,
      restoreMs: ended - restored,
      files: backup.files,
      libraryMiB: backup.bytes / 2 ** 20,
      archiveMiB: (await stat(file)).size / 2 ** 20,
      peakRssMiB: process.resourceUsage().maxRSS / 1_024,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Hits = readonly { readonly chunkId: string; readonly score: number }[];

/**
 * Whether all searches found the same with the same scores. A score is a sum of products whose order depends on where in memory a
 * vector lies: asked twice, one library gives scores that differ in their eighth digit.
 */
function isSame(before: readonly Hits[], after: readonly Hits[]): boolean {
  return before.every((hits, search) => {
    const again = new Map(after[search]?.map(({ chunkId, score }) => [chunkId, score]));
    const last = hits.at(-1)?.score ?? 0;
    const isFound = hits.every(({ chunkId, score }) => {
      const found = again.get(chunkId);
      // Of several hits that are as good as the last, any may be left out.
      return found === undefined ? isAsGood(score, last) : isAsGood(score, found);
    });
    return isFound && again.size === hits.length;
  });
}

const isAsGood = (one: number, other: number): boolean =>
  Math.abs(one - other) <= EQUAL_SCORES * Math.max(1, Math.abs(one));

/** @returns what asks a library the same questions each time */
async function questionsOf(queries: number, embedder: MeasuredLibrary['embedder'], signal: AbortSignal) {
  const [writer, random] = [await openTopicWriter(), xorshift(SEED)];
  const questions = Array.from({ length: queries }, () => writer.question(random() % TOPICS, random));
  const vectors = await embedder.embed(questions, { kind: 'query', signal });
  const analyser = analyserForLanguage('en');
  return async (directory: string): Promise<Hits[]> => {
    const store = await LanceStore.open({ directory: join(directory, 'indexes'), mode: 'read-only' });
    try {
      const [byVector, byKeyword] = [new LanceVectorIndex(store), new LanceKeywordIndex(store)];
      const found: Hits[] = [];
      for (const [index, question] of questions.entries()) {
        const terms = [...new Set(analyser.analyse(question))].map((term) => ({ term, weight: 1 }));
        const vector = vectors[index];
        if (vector) found.push(await byVector.search(COLLECTION, vector, { limit: LIMIT, signal }));
        found.push(await byKeyword.search(COLLECTION, terms, { limit: LIMIT, signal }));
      }
      return found;
    } finally {
      await store.close();
    }
  };
}
