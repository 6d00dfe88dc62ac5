import {
  ArbiterError,
  dropCollection,
  NO_COUNTS,
  submitJob,
  watchJob,
  type IngestionCounts,
  type IngestionSource,
  type OperationRequest,
} from '@arbiter/contracts';
import type { CorpusPassage, CorpusReader } from '@arbiter/evaluation';
import { remark, type CommandContext } from '../command.context.js';
import { sumCounts } from '../ingestion/follow-jobs.js';
import type { OperationCaller } from '../library/library.js';

/** The one collection of a store that holds a corpus. */
export const CORPUS_COLLECTION = 'corpus';

export interface CorpusFilled {
  readonly ingested: IngestionCounts;
  /** Read to its end. */
  readonly corpus: CorpusReader;
}

/** @param settled passages read so far @param chunks those of them that were new, cut and embedded */
export type CorpusProgress = (settled: number, chunks: number) => void;

/**
 * Ingests a corpus, job by job, holding one job's passages at a time. Passages that are there already are left as they
 * are. A collection that an older version made and this one cannot use is made anew.
 *
 * @param open a reader at the beginning of the corpus
 * @throws ArbiterError of the corpus or of an operation; UNAVAILABLE with the job's own sentence when it fails
 */
export async function fillFromCorpus(
  library: OperationCaller,
  open: () => CorpusReader,
  context: CommandContext,
  onProgress: CorpusProgress,
): Promise<CorpusFilled> {
  const { signal } = context.interruption;
  for (let attempt = 1; ; attempt++) {
    const corpus = open();
    const outcome = await ingestAll(library, corpus, signal, onProgress);
    if (typeof outcome !== 'string') return { ingested: outcome, corpus };
    if (attempt > 1) throw new ArbiterError('UNAVAILABLE', `The corpus could not be read in: ${outcome}`);
    remark(context, 'Making the store anew.');
    await library.request(dropCollection, { collection: CORPUS_COLLECTION }, { signal });
  }
}

/** @returns what was done, or why a job failed */
async function ingestAll(
  library: OperationCaller,
  corpus: CorpusReader,
  signal: AbortSignal,
  onProgress: CorpusProgress,
): Promise<IngestionCounts | string> {
  let total = NO_COUNTS;
  for await (const sources of batchesOfSources(corpus)) {
    const job = await library.request(submitJob, { collection: CORPUS_COLLECTION, sources }, { signal });
    const events = library.stream(watchJob, { jobId: job.id }, { signal });
    let next = await events.next();
    for (; !next.done; next = await events.next()) {
      if (next.value.type !== 'progress') continue;
      const { settled, counts } = next.value;
      onProgress(settledIn(total) + settled, total.chunks + counts.chunks);
    }
    const { state, error, counts } = next.value;
    if (state !== 'succeeded' && state !== 'completed_with_errors') return error ?? `job ${job.id} was ${state}.`;
    total = sumCounts([{ counts: total }, { counts }]);
  }
  return total;
}

function settledIn({ added, changed, unchanged, failed }: IngestionCounts): number {
  return added + changed + unchanged + failed;
}

/** Metadata key of a passage's own id, by which it is judged and filtered. */
export const PASSAGE_ID_KEY = 'corpus_id';

type PassageSource = Extract<OperationRequest<typeof submitJob>['sources'][number], { kind: 'inline' }>;

const MAX_TITLE_LENGTH = 1_024;

/** A job holds at most so many sources, and so many UTF-16 units of text that it travels as one message. */
const BATCH_SOURCES = 500;
const BATCH_LENGTH = 2_000_000;

/**
 * A passage as a source to ingest: plain text under its title. Without text, the title is what can be found; without
 * title it has none, since its id says nothing.
 */
export function sourceOfPassage({ id, title, text }: CorpusPassage): PassageSource {
  const heading = title.trim().slice(0, MAX_TITLE_LENGTH).toWellFormed();
  const body = text.trim() === '' ? title : text;
  return {
    kind: 'inline',
    // The ending names the format; an id may hold what no path may.
    name: `${encodeURIComponent(id.toWellFormed())}.txt`,
    content: body.toWellFormed(),
    title: heading,
    metadata: { [PASSAGE_ID_KEY]: id },
  } satisfies IngestionSource;
}

/** Sources of passages, as many together as one job may hold. */
export async function* batchesOfSources(
  passages: AsyncIterable<CorpusPassage>,
): AsyncGenerator<PassageSource[], void, undefined> {
  let batch: PassageSource[] = [];
  let length = 0;
  for await (const passage of passages) {
    const source = sourceOfPassage(passage);
    if (batch.length > 0 && (batch.length >= BATCH_SOURCES || length + source.content.length > BATCH_LENGTH)) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push(source);
    length += source.content.length;
  }
  if (batch.length > 0) yield batch;
}
