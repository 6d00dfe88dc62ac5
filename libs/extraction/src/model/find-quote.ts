import type { Span } from '@arbiter/text';

/** Characters that look the same to a reader, and that models exchange for one another. */
const SAME: Readonly<Record<string, string>> = { '’': "'", '‘': "'", '“': '"', '”': '"', '–': '-', '—': '-', '‑': '-' };
/** Characters without a width, which a prompt does not show. */
const HIDDEN = /\p{Cf}/u;
const WORD = /[\p{L}\p{N}]/u;

/** A text in which quotes are looked up: white space is folded, quotation marks and dashes are those of a typewriter. */
export class QuotableText {
  private readonly folded: string;
  /** Of each folded code unit, its place in the text. */
  private readonly places: readonly number[];

  /** @param offset of the text in its document */
  constructor(
    private readonly text: string,
    private readonly offset = 0,
  ) {
    const { folded, places } = foldText(text);
    this.folded = folded;
    this.places = places;
  }

  /**
   * The first place where a quote stands word for word.
   *
   * @param anyCase whether capitals may differ
   * @returns null if it stands nowhere, or only in the middle of a word
   */
  find(quote: string, { anyCase = false }: { readonly anyCase?: boolean } = {}): Span | null {
    const wanted = foldText(quote).folded.trim();
    if (wanted === '') return null;
    const [text, sought] = anyCase ? [lower(this.folded), lower(wanted)] : [this.folded, wanted];
    for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
      const end = at + sought.length;
      if (cutsWord(text, at) || cutsWord(text, end)) continue;
      const [first, last] = [this.places[at], this.places[end - 1]];
      if (first !== undefined && last !== undefined) return { start: this.offset + first, end: this.offset + last + 1 };
    }
    return null;
  }

  /** What stands at a place of the document, with single blanks. */
  wordsAt({ start, end }: Span): string {
    return this.text
      .slice(start - this.offset, end - this.offset)
      .replace(/\s+/gu, ' ')
      .trim();
  }
}

function foldText(text: string): { readonly folded: string; readonly places: readonly number[] } {
  const places: number[] = [];
  let folded = '';
  for (let at = 0; at < text.length; at++) {
    const unit = text[at] ?? '';
    if (HIDDEN.test(unit)) continue;
    const isBlank = /\s/u.test(unit);
    if (isBlank && folded.endsWith(' ')) continue;
    folded += isBlank ? ' ' : (SAME[unit] ?? unit);
    places.push(at);
  }
  return { folded, places };
}

/** In lower case, if that has the same length. */
function lower(text: string): string {
  const lowered = text.toLowerCase();
  return lowered.length === text.length ? lowered : text;
}

function cutsWord(text: string, at: number): boolean {
  return WORD.test(text[at - 1] ?? '') && WORD.test(text[at] ?? '');
}
