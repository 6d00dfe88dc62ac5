import type { WaitingText } from './batch-queue.js';
import type { EmbedCall, Offsets } from './embed-call.js';
import type { Batch, EmbeddedBatch } from './worker/worker-protocol.js';

/** A text as token ids, and where its vector goes. */
export interface EncodedText extends WaitingText {
  readonly call: EmbedCall;
  /** Of the text in its call. */
  readonly position: number;
  readonly ids: Int32Array;
  readonly offsets: Offsets;
}

/**
 * @param texts of one kind, ≥ 1
 * @returns what the thread is sent, and the buffers of it that are handed over
 */
export function packBatch(texts: readonly EncodedText[]): { batch: Batch; transfer: ArrayBuffer[] } {
  const lengths = Int32Array.from(texts, ({ length }) => length);
  const ids = new Int32Array(lengths.reduce((sum, length) => sum + length, 0));
  let start = 0;
  for (const text of texts) {
    ids.set(text.ids, start);
    start += text.length;
  }
  const withPieces = Uint8Array.from(texts, ({ call }) => Number(call.withPieces));
  return { batch: { ids, lengths, withPieces }, transfer: [ids.buffer, lengths.buffer, withPieces.buffer] };
}

/**
 * Gives every text its part of what came back: its vector as a copy, so that one that is kept does not keep the whole batch;
 * its pieces as a view: they are large, and are kept or dropped with those beside them.
 *
 * @param texts that the batch was packed from
 */
export function settleBatch(
  texts: readonly EncodedText[],
  { vectors, pieces }: EmbeddedBatch,
  dimensions: number,
): void {
  let start = 0;
  texts.forEach(({ call, position, offsets, length }, index) => {
    const end = call.withPieces ? start + length * dimensions : start;
    call.settle(position, {
      vector: new Float32Array(vectors.subarray(index * dimensions, (index + 1) * dimensions)),
      pieces: pieces.subarray(start, end),
      offsets,
    });
    start = end;
  });
}
