import type { EmbeddedChunk } from '@arbiter/ports';
import { pointOf, type ChunkPoint } from './chunk-points.js';

/** At most so many chunks travel in one request … */
const BATCH_POINTS = 500;

/** … and about so many bytes: an eighth of the 32 MB that Qdrant takes, and 30 ms of JSON on the event loop. */
const BATCH_BYTES = 4_000_000;

/** Characters of a float32 in JSON, and of the names, quotes and commas of a text. */
const FLOAT_CHARACTERS = 21;
const TEXT_CHARACTERS = 12;

/** The points of a commit, split into requests, in order; one that is larger than a batch travels alone. */
export function* pointBatchesOf(chunks: Iterable<EmbeddedChunk>, commit: number): Generator<ChunkPoint[]> {
  let batch: ChunkPoint[] = [];
  let bytes = 0;
  for (const chunk of chunks) {
    const point = pointOf(chunk, commit);
    const size = requestBytesOf(chunk, point);
    if (batch.length > 0 && (batch.length >= BATCH_POINTS || bytes + size > BATCH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(point);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** An estimate: the exact size would cost what the batch is there to bound. */
function requestBytesOf({ vector }: EmbeddedChunk, { payload }: ChunkPoint): number {
  const numbers = vector.length * FLOAT_CHARACTERS;
  const texts = Object.values(payload).flat();
  return texts.reduce<number>((sum, text) => sum + TEXT_CHARACTERS + String(text).length, numbers);
}
