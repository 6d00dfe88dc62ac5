import type { CitableDocument, Generation, GenerationEvent, ModelActivity, StopReason } from '@arbiter/ports';
import { splitSentences, type Span } from '@arbiter/text';
import { INVENTED_MARKER, markCitations, type SourceQuote } from './mark-citations.js';

export type SentenceEvent =
  | { readonly type: 'sentence'; readonly sentence: CutSentence }
  /** The sentence that is not whole yet, from its beginning. */
  | { readonly type: 'unfinished'; readonly text: string }
  | { readonly type: 'activity'; readonly activity: ModelActivity }
  /** No sentence so far is a part of the answer. */
  | { readonly type: 'restart' }
  /** Once, and last. */
  | { readonly type: 'end'; readonly generation: Generation };

/**
 * An answer of a language model, sentence by sentence, markers in the one form of `MarkerScanner`. What the vendor cites
 * becomes markers, too. A sentence that the end of the token allowance, the vendor's refusal or an error has cut is left out.
 *
 * @param sources how many sources the prompt has
 * @param documents of the prompt; document `i` shows source `[i + 1]`
 */
export async function* readSentences(
  events: AsyncIterable<GenerationEvent>,
  sources: number,
  documents: readonly CitableDocument[] = [],
): AsyncGenerator<SentenceEvent, void, undefined> {
  let scanner = new MarkerScanner(sources);
  let cutter = new SentenceCutter();
  try {
    for await (const event of events) {
      if (event.type === 'activity' || event.type === 'restart') {
        if (event.type === 'restart') [scanner, cutter] = [new MarkerScanner(sources), new SentenceCutter()];
        yield event;
        continue;
      }
      if (event.type === 'text') {
        const { text, quotes } = markCitations(event, documents);
        yield* cutter.feed(scanner.feed(text), quotes).map((sentence) => ({ type: 'sentence', sentence }) as const);
        yield { type: 'unfinished', text: cutter.unfinished };
        continue;
      }
      const { stopReason } = event.generation;
      yield* cutter.feed(scanner.end()).map((sentence) => ({ type: 'sentence', sentence }) as const);
      yield* cutter.end(isCut(stopReason)).map((sentence) => ({ type: 'sentence', sentence }) as const);
      yield event;
    }
  } catch (thrown) {
    // The last sentence was kept because it might go on; some are whole. Markers that are being written are not.
    yield* cutter.end(true).map((sentence) => ({ type: 'sentence', sentence }) as const);
    throw thrown;
  }
}

/** Whether the answer should have gone on. */
export function isCut(stopReason: StopReason): boolean {
  return stopReason === 'length' || stopReason === 'refusal';
}

export interface CutSentence {
  /** White space before it; line ends in it begin a new paragraph or item. */
  readonly before: string;
  /** Without white space at its ends, its markers included. */
  readonly text: string;
  /** Words of sources that the vendor has bound to it. */
  readonly quotes?: readonly SourceQuote[];
}

/** A stretch of the kept text with what the vendor has bound to it. */
interface QuotedStretch extends Span {
  readonly quotes: readonly SourceQuote[];
}

const ONLY_MARKERS = /^(?:\s*\[\d+\])+$/;
/** A final mark, with what closes after it. */
const IS_COMPLETE = /[.!?…。！？]["'”’»›)\]}*_]*(?:\s*\[\d+\])*$|\[\d+\]$/u;

/** A number whose decimals may be missing. */
const IS_NUMBER_BEGUN = /\d\.$/;

/**
 * A marker of the model's own ends a sentence; those of the vendor stand wherever its text was cut.
 *
 * @param after what follows the sentence, as far as it has come
 */
function isComplete({ text, quotes = [] }: CutSentence, after: string): boolean {
  if (after === '' && IS_NUMBER_BEGUN.test(text)) return false;
  return IS_COMPLETE.test(quotes.length > 0 ? text.replace(/(?<!\s)\s*\[\d+\]/g, '') : text);
}

/** Cuts a text that comes in pieces into sentences. The last one may still go on, and is kept until another begins. */
class SentenceCutter {
  #kept = '';
  #quoted: QuotedStretch[] = [];

  /** The sentence that may still go on, with the white space before it. */
  get unfinished(): string {
    return this.#kept;
  }

  /**
   * @param quotes that the vendor has bound to the piece
   * @returns the sentences that this piece has completed
   */
  feed(piece: string, quotes: readonly SourceQuote[] = []): CutSentence[] {
    const start = this.#kept.length;
    this.#kept += piece;
    if (quotes.length > 0) this.#quoted.push({ start, end: this.#kept.length, quotes });
    const spans = this.#spans();
    return spans.length < 2 ? [] : this.#release(spans.slice(0, -1));
  }

  /**
   * The text has no more pieces.
   *
   * @param wasCut whether the text should have gone on; a sentence without its end is then left out
   */
  end(wasCut: boolean): CutSentence[] {
    const sentences = this.#release(this.#spans());
    const last = sentences.at(-1);
    return wasCut && last && !isComplete(last, this.#kept) ? sentences.slice(0, -1) : sentences;
  }

  #release(spans: readonly Span[]): CutSentence[] {
    const sentences = spans.map(({ start, end }, index) => {
      const quotes = this.#quoted.filter((stretch) => stretch.start < end && start < stretch.end);
      return {
        before: this.#kept.slice(spans[index - 1]?.end ?? 0, start),
        text: this.#kept.slice(start, end),
        ...(quotes.length > 0 && { quotes: quotes.flatMap((stretch) => stretch.quotes) }),
      };
    });
    const released = spans.at(-1)?.end ?? 0;
    this.#kept = this.#kept.slice(released);
    this.#quoted = this.#quoted.flatMap(({ start, end, quotes }) =>
      end > released ? [{ start: Math.max(0, start - released), end: end - released, quotes }] : [],
    );
    return sentences;
  }

  /** Markers on a line of their own belong to the sentence before them. */
  #spans(): Span[] {
    const spans: Span[] = [];
    for (const span of splitSentences(this.#kept)) {
      const before = spans.at(-1);
      if (before && ONLY_MARKERS.test(this.#kept.slice(span.start, span.end))) {
        spans[spans.length - 1] = { start: before.start, end: span.end };
      } else spans.push(span);
    }
    return spans;
  }
}

/** Brackets that run longer are none, in UTF-16 code units. */
const LONGEST_BRACKETS = 80;
/** Words and signs that models put around the number: `[Source 2]`, `[^2]`, `[#2]`, `【2†source】`. */
const AROUND_NUMBER = /\b(?:sources?|src|documents?|docs?|passages?|references?|refs?|and)\b|[\^#:]|†.*/gi;
/** Numbers, lists and ranges of numbers; signs and single letters make them invented ones. */
const MARKER_LIKE = /^\s*[-–+]?\d[\d\s,;&–-]*(?:\p{L}\s*)?$/u;
const WELL_FORMED = /^\s*\d+(?:[\s,;&–-]+\d+)*\s*$/;
/** Longest range that a marker may stand for: `[1-4]`. */
const LONGEST_RANGE = 10;

/**
 * Reads an answer as it comes and gives it on with every marker in one form: `[k]` for a source that exists,
 * {@link INVENTED_MARKER} for one that does not, several sources one after the other (`[1, 3]` is `[1][3]`). A text from
 * an opening bracket on is kept back until the closing one has come; brackets that hold something else pass as they
 * are, and one that is never closed becomes a round one. So no `[digits]` gets out that was not checked.
 */
export class MarkerScanner {
  #held = '';

  /** @param sources how many the prompt has */
  constructor(private readonly sources: number) {}

  /** @returns as much as is certain */
  feed(text: string): string {
    this.#held += text;
    return this.#take(false);
  }

  /** @returns the rest */
  end(): string {
    return this.#take(true);
  }

  #take(isLast: boolean): string {
    let out = '';
    for (;;) {
      const open = this.#held.search(/[[【]/);
      if (open < 0) {
        out += this.#held;
        this.#held = '';
        return out;
      }
      out += this.#held.slice(0, open);
      this.#held = this.#held.slice(open);
      const stop = this.#held.slice(1, LONGEST_BRACKETS).search(/[\][【】\n]/);
      const isOpen = stop < 0 && this.#held.length < LONGEST_BRACKETS;
      if (isOpen && !isLast) return out;
      const brackets = stop < 0 ? '' : this.#held.slice(0, stop + 2);
      const checked = this.#check(brackets);
      out += checked ?? '(';
      this.#held = this.#held.slice(checked === null ? 1 : brackets.length);
    }
  }

  /** @returns what stands for the brackets; null when they are none, for want of the closing one */
  #check(brackets: string): string | null {
    if (!/[\]】]$/.test(brackets)) return null;
    const content = brackets.slice(1, -1).replace(AROUND_NUMBER, ' ');
    if (!MARKER_LIKE.test(content)) return brackets.startsWith('[') === brackets.endsWith(']') ? brackets : null;
    if (!WELL_FORMED.test(content)) return INVENTED_MARKER;
    const numbers = [...content.matchAll(/(\d+)(?:\s*[–-]\s*(\d+))?/g)].flatMap(([, first, last]) =>
      rangeOf(Number(first), Number(last ?? first)),
    );
    const markers = numbers.map((n) => (n >= 1 && n <= this.sources ? `[${n}]` : INVENTED_MARKER));
    return [...new Set(markers)].join('');
  }
}

function rangeOf(first: number, last: number): number[] {
  if (last < first || last - first >= LONGEST_RANGE) return [first, last];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
