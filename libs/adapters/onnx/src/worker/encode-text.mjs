/** @import { Tokenizer } from '@huggingface/tokenizers' */

/** WordPiece gives a word of more characters one [UNK] (`max_input_chars_per_word` of BERT), so none has more tokens. */
const LONGEST_WORD_TOKENS = 100;

/** Characters that are tried first: English of 256 tokens has about 1,100. */
const FIRST_PREFIX = 4096;

/** What WordPiece puts before the pieces of a word after its first. */
const CONTINUATION = '##';

const UNKNOWN = '[UNK]';

/** What BertPreTokenizer divides words at, besides white space; Chinese characters stand alone. */
const ALONE = /^[\p{P}$+<=>^`|~\p{Script=Han}]$/u;

const SPACE = /^\s$/;

/** What BertNormalizer drops. */
const DROPPED = /^[\p{Cc}\p{Cf}\p{Co}\p{Cs}\uFFFD]$/u;

const KEPT_CONTROL = /^[\t\n\r]$/;

/**
 * Token ids of a text, cut as the reference does it: the first ids and the closing special token. A long text is read
 * only as far as its ids can matter, which makes a text of a megabyte as cheap as one of a page.
 *
 * @param {Tokenizer} tokenizer without truncation and padding
 * @param {string} text
 * @param {number} maxTokens special tokens included, ≥ 2
 * @returns {number[]} 2 to maxTokens ids
 */
export function encodeText(tokenizer, text, maxTokens) {
  for (let length = FIRST_PREFIX; ; length *= 2) {
    const { ids } = tokenizer.encode(text.slice(0, length));
    const whole = length >= text.length;
    if (whole && ids.length <= maxTokens) return ids;
    // The cut may fall into a word, whose tokens are then not the true ones; they are the last of the prefix.
    if (whole || ids.length >= maxTokens + LONGEST_WORD_TOKENS) {
      return [...ids.slice(0, maxTokens - 1), ...ids.slice(-1)];
    }
  }
}

/**
 * Where the pieces of a text stand in it. WordPiece reads the text in lower case and without accents, so the offsets are
 * found by walking along both: the pieces of a text, in order, spell its normalised characters.
 *
 * @param {string} text
 * @param {readonly string[]} pieces as the vocabulary spells them; special ones that are not in the text left out
 * @returns {{ start: number, end: number }[]} UTF-16 code units, one per piece, ascending
 */
export function pieceOffsets(text, pieces) {
  const units = new NormalisedUnits(text);
  return pieces.map((piece) => {
    units.skipSpace();
    const start = units.start;
    if (piece === UNKNOWN) units.takeWord();
    else units.take(piece.startsWith(CONTINUATION) ? piece.length - CONTINUATION.length : piece.length);
    return { start, end: Math.max(start, units.end) };
  });
}

/** The UTF-16 code units of a text as BertNormalizer leaves it, each with the code point of the text it came from. */
class NormalisedUnits {
  /** Of the code point that the next unit comes from. */
  start = 0;
  /** Of the one that the last unit taken came from. */
  end = 0;
  /** @type {string} */ #text;
  /** Units of the code point at `start` that are not yet taken. */
  #units = '';
  #next = 0;

  /** @param {string} text */
  constructor(text) {
    this.#text = text;
    this.#read();
  }

  skipSpace() {
    while (this.#units !== '' && SPACE.test(this.#units)) this.#advance(1);
  }

  /** @param {number} count */
  take(count) {
    for (let left = count; left > 0 && this.#units !== '';) {
      const taken = Math.min(left, this.#units.length);
      this.#advance(taken);
      left -= taken;
    }
  }

  /** As far as one [UNK] goes: a word, or the same letters where a text holds them, which a tokeniser takes for it. */
  takeWord() {
    if (this.#text.startsWith(UNKNOWN, this.start)) {
      this.take(UNKNOWN.length);
      return;
    }
    const alone = ALONE.test(this.#units);
    do this.#advance(this.#units.length);
    while (!alone && this.#units !== '' && !SPACE.test(this.#units) && !ALONE.test(this.#units));
  }

  /** @param {number} count */
  #advance(count) {
    this.end = this.#next;
    this.#units = this.#units.slice(count);
    if (this.#units === '') this.#read();
  }

  /** The next code point that leaves anything. */
  #read() {
    while (this.#units === '' && this.#next < this.#text.length) {
      const character = String.fromCodePoint(this.#text.codePointAt(this.#next) ?? 0);
      this.start = this.#next;
      this.#next += character.length;
      if (DROPPED.test(character) && !KEPT_CONTROL.test(character)) continue;
      this.#units = character
        .toLowerCase()
        .normalize('NFD')
        .replace(/\p{Mn}/gu, '');
    }
    if (this.#units === '') this.start = this.#text.length;
  }
}
