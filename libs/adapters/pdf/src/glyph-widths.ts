import type { Fragment } from './page-fragments.js';

/** Widths of signs in a usual text face, as shares of the font's height. */
const USUAL: readonly (readonly [RegExp, number])[] = [
  [/[\p{M}\p{Cf}]/u, 0],
  [/[\s.,:;'’‘|!ijlI[\]()/\\`·-]/u, 0.28],
  [/[frtsJ"“”*{}]/u, 0.38],
  [/[mwMWÆŒ@%&—…жшщюыфЖШЩЮЫМФ]/u, 0.84],
  [/\p{Lu}/u, 0.68],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF00-\uFFEF]/u, 1],
];
const USUAL_LETTER = 0.52;
/** A space of a justified line is at least and at most so wide. */
const MIN_SPACE = 0.12;
const MAX_SPACE = 1.2;
/** No sign with a width is narrower. */
const LEAST = 0.05;
/** How much of its error a fragment corrects. */
const RATE = 0.5;

const usual = new Map<number, number>();

/**
 * Widths of the signs of each font. The library tells those of whole fragments alone. They are learned from these, from usual widths
 * on, by normalised least mean squares (Widrow and Hoff 1960).
 */
export class GlyphWidths {
  /** How often each sign occurs in a fragment; zero in between. */
  readonly #times = new Uint32Array(0x10000);
  readonly #fonts = new Map<string, Map<number, number>>();

  /** Learns from the fragments of a document, before their edges are asked for. */
  learn(fragments: Iterable<Fragment>): void {
    for (const { text, width, size, font } of fragments) {
      const widths = this.#widthsOf(font);
      let said = 0;
      // The sum of the squares of how often each sign occurs.
      let norm = 0;
      for (let at = 0; at < text.length; at++) {
        const code = text.charCodeAt(at);
        const times = this.#times[code] ?? 0;
        norm += 2 * times + 1;
        this.#times[code] = times + 1;
        said += widthOf(widths, code);
      }
      const step = (RATE * (width / size - said)) / norm;
      for (let at = 0; at < text.length; at++) {
        const code = text.charCodeAt(at);
        const times = this.#times[code] ?? 0;
        this.#times[code] = 0;
        const known = widthOf(widths, code);
        if (times > 0 && known > 0 && Number.isFinite(step)) widths.set(code, Math.max(LEAST, known + step * times));
      }
    }
  }

  /** Where each sign of a fragment begins, and the last one ends, as shares of its width. */
  edgesOf({ text, width, size, font }: Fragment): Float64Array {
    const widths = this.#widthsOf(font);
    let letters = 0;
    let spaces = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === SPACE) spaces++;
      else letters += widthOf(widths, code);
    }
    // Lines are justified at their spaces.
    const left = (width / size - letters) / spaces;
    const space = left >= MIN_SPACE && left <= MAX_SPACE ? left : widthOf(widths, SPACE);
    const whole = letters + spaces * space;
    const edges = new Float64Array(text.length + 1);
    let reached = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      reached += code === SPACE ? space : widthOf(widths, code);
      edges[at + 1] = whole > 0 ? reached / whole : (at + 1) / text.length;
    }
    return edges;
  }

  #widthsOf(font: string): Map<number, number> {
    let widths = this.#fonts.get(font);
    if (!widths) this.#fonts.set(font, (widths = new Map()));
    return widths;
  }
}

const SPACE = 0x20;

function widthOf(widths: ReadonlyMap<number, number>, code: number): number {
  const known = widths.get(code) ?? usual.get(code);
  if (known !== undefined) return known;
  const sign = String.fromCharCode(code);
  // The second half of a pair has the width of neither.
  const width = code >= 0xdc00 && code < 0xe000 ? 0 : (USUAL.find(([signs]) => signs.test(sign))?.[1] ?? USUAL_LETTER);
  usual.set(code, width);
  return width;
}
