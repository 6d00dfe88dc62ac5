/** What a marker becomes that names no source: no citation has this number, and `AnswerWriter` takes it out. */
export const INVENTED_MARKER = '[0]';

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
