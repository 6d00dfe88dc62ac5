import type { Span } from '../span.js';
import type { CountTokens } from './chunkable-document.js';

/**
 * Characters that count as at least one token. Running English has about 4.5; the floor is for text that a tokenizer
 * collapses, such as a word of ten megabytes that becomes one "unknown" token.
 */
const CHARACTERS_PER_TOKEN = 8;
/** Texts per call of the counter. */
const BATCH = 256;
/** Longest text whose count is remembered: words and short cells, which repeat. */
const REMEMBERED_LENGTH = 48;

/** A span with its size in tokens. */
export type Sized<S extends Span = Span> = S & { readonly size: number };

/**
 * Measures spans of one text in tokens; short texts that repeat are counted once. The count of the empty text is subtracted
 * from every count: a chunk has its special tokens once, not once per sentence.
 */
export class SizeMeter {
  private readonly remembered = new Map<string, number>();
  private ofNothing: number | null = null;

  /** @param limit size above which a span is only known to be too long: its text is not counted if its length shows that */
  constructor(
    private readonly text: string,
    private readonly countTokens: CountTokens,
    private readonly limit: number,
  ) {}

  /**
   * Measures all spans with few calls of the counter.
   *
   * @throws RangeError when the counter returns another number of counts than it was given texts
   */
  async measure<S extends Span>(spans: readonly S[]): Promise<Sized<S>[]> {
    const counts = new Map<string, number>();
    for (const { start, end } of spans) {
      if (sizeAtLeast(end - start) > this.limit) continue;
      const text = this.text.slice(start, end);
      if (!this.remembered.has(text)) counts.set(text, 0);
    }
    this.ofNothing ??= (await this.countTokens(['']))[0] ?? 0;
    const special = this.ofNothing;
    const unknown = [...counts.keys()];
    for (let i = 0; i < unknown.length; i += BATCH) {
      const batch = unknown.slice(i, i + BATCH);
      const counted = await this.countTokens(batch);
      if (counted.length !== batch.length) {
        throw new RangeError(`the token counter was given ${batch.length} texts and returned ${counted.length} counts`);
      }
      batch.forEach((text, j) => {
        (text.length <= REMEMBERED_LENGTH ? this.remembered : counts).set(text, (counted[j] ?? 0) - special);
      });
    }
    return spans.map((span) => {
      const least = sizeAtLeast(span.end - span.start);
      if (least > this.limit) return { ...span, size: least };
      const text = this.text.slice(span.start, span.end);
      return { ...span, size: Math.max(least, this.remembered.get(text) ?? counts.get(text) ?? 0) };
    });
  }
}

/** Size that white space between two spans adds to a chunk: nothing, unless there is an absurd amount of it. */
export function gapSize(before: Span, after: Span): number {
  return Math.floor((after.start - before.end) / CHARACTERS_PER_TOKEN);
}

function sizeAtLeast(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}
