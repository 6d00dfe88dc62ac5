import { ArbiterError, dropCollection, NO_COUNTS, submitJob, watchJob, type IngestionCounts } from '@arbiter/contracts';
import type { CorpusReader } from '@arbiter/evaluation';
import { remark, type CommandContext } from '../command.context.js';
import { sumCounts } from '../ingestion/follow-jobs.js';
import type { OperationCaller } from '../library/library.js';
import { batchesOfSources } from './passage-source.js';

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
