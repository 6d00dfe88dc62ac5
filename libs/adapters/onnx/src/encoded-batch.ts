import type { WaitingText } from './batch-queue.js';
import type { EmbedCall } from './embed-call.js';
import type { Batch, EmbeddedBatch } from './worker/worker-protocol.js';

/** A text as token ids, and where its vector goes. */
export interface EncodedText extends WaitingText {
  readonly call: EmbedCall;
  /** Of the text in its call. */
  readonly position: number;
  readonly ids: Int32Array;
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
  const withTokens = Uint8Array.from(texts, ({ call }) => Number(call.withTokens));
  return {
    batch: { ids, lengths, kind: texts[0]?.call.kind ?? 'document', withTokens },
    transfer: [ids.buffer, lengths.buffer, withTokens.buffer],
  };
}

/**
 * Gives every text its part of what came back, copied, so that one vector that is kept does not keep the whole batch.
 *
 * @param texts that the batch was packed from
 */
export function settleBatch(
  texts: readonly EncodedText[],
  { vectors, tokens, tokenCounts }: EmbeddedBatch,
  dimensions: number,
  tokenDimensions: number,
): void {
  let tokenStart = 0;
  texts.forEach(({ call, position }, index) => {
    const tokenEnd = tokenStart + (tokenCounts[index] ?? 0) * tokenDimensions;
    call.settle(position, {
      vector: new Float32Array(vectors.subarray(index * dimensions, (index + 1) * dimensions)),
      tokens: new Float32Array(tokens.subarray(tokenStart, tokenEnd)),
    });
    tokenStart = tokenEnd;
  });
}
