import type { Generation, GenerationEvent, StopReason } from '@arbiter/ports';
import { MarkerScanner } from './marker-scanner.js';
import { SentenceCutter, type CutSentence } from './sentence-cutter.js';

export type SentenceEvent =
  | { readonly type: 'sentence'; readonly sentence: CutSentence }
  /** What has come since the last whole sentence, from its beginning. */
  | { readonly type: 'under-way'; readonly text: string }
  /** Once, and last. */
  | { readonly type: 'end'; readonly generation: Generation };

/**
 * An answer of a language model, sentence by sentence, markers in the one form of `MarkerScanner`. A sentence that the
 * end of the token allowance or the vendor's refusal has cut is left out; so is one that an error cuts.
 *
 * @param sources how many sources the prompt has
 */
export async function* readSentences(
  events: AsyncIterable<GenerationEvent>,
  sources: number,
): AsyncGenerator<SentenceEvent, void, undefined> {
  const scanner = new MarkerScanner(sources);
  const cutter = new SentenceCutter();
  for await (const event of events) {
    if (event.type === 'text') {
      yield* cutter.feed(scanner.feed(event.text)).map((sentence) => ({ type: 'sentence', sentence }) as const);
      yield { type: 'under-way', text: cutter.underWay };
      continue;
    }
    const { stopReason } = event.generation;
    yield* cutter.feed(scanner.end()).map((sentence) => ({ type: 'sentence', sentence }) as const);
    yield* cutter.end(isCut(stopReason)).map((sentence) => ({ type: 'sentence', sentence }) as const);
    yield event;
  }
}

/** Whether the answer should have gone on. */
export function isCut(stopReason: StopReason): boolean {
  return stopReason === 'length' || stopReason === 'refusal';
}
