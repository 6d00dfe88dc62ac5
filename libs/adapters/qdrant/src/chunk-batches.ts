import type { EmbeddedChunk } from '@arbiter/ports';

/** At most so many chunks travel in one request … */
const BATCH_CHUNKS = 500;

/** … and about so many bytes: an eighth of the 32 MB that Qdrant takes, and 30 ms of JSON on the event loop. */
const BATCH_BYTES = 4_000_000;

/** Characters of a float32 in JSON, of an int8, and of what every point has besides. */
const FLOAT_CHARACTERS = 21;
const INT8_CHARACTERS = 4;
const POINT_CHARACTERS = 600;

/** Metadata travel as they are and as facts, of which a number or a date has about twenty. */
const FACTS_PER_METADATA = 10;

/** Splits into requests, in order; a chunk that is larger than a batch travels alone. */
export function* batchesOf(chunks: Iterable<EmbeddedChunk>): Generator<readonly EmbeddedChunk[]> {
  let batch: EmbeddedChunk[] = [];
  let bytes = 0;
  for (const chunk of chunks) {
    const size = requestBytesOf(chunk);
    if (batch.length > 0 && (batch.length >= BATCH_CHUNKS || bytes + size > BATCH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(chunk);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** An estimate: the exact size would cost what the batch is there to bound. */
function requestBytesOf({ vector, tokens, text, title, source, metadata }: EmbeddedChunk): number {
  const numbers = vector.length * FLOAT_CHARACTERS + (tokens?.values.length ?? 0) * INT8_CHARACTERS;
  const texts = 2 * (text.length + title.length + source.length);
  return POINT_CHARACTERS + numbers + texts + FACTS_PER_METADATA * JSON.stringify(metadata).length;
}
