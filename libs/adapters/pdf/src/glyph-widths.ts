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
/** A space of a justified line, or a dot of a leader, is at least and at most so wide. */
const MIN_STRETCHED = 0.12;
const MAX_STRETCHED = 1.2;
/** The widths of the signs of a fragment may add up to so many times its own, or be as many times less. */
const MAX_STRAY = 1.25;
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
      if (stretchingSign(text) !== SPACE) continue;
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

  /**
   * Where each sign of a fragment begins, and the last one ends, as shares of its width; undefined where its signs are set wider or
   * closer than others of the font, since nobody knows which of them.
   */
  edgesOf({ text, width, size, font }: Fragment): Float64Array | undefined {
    const widths = this.#widthsOf(font);
    const stretching = stretchingSign(text);
    let firm = 0;
    let times = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === stretching) times++;
      else firm += widthOf(widths, code);
    }
    const left = (width / size - firm) / times;
    const stretched = left >= MIN_STRETCHED && left <= MAX_STRETCHED ? left : widthOf(widths, stretching);
    const whole = firm + times * stretched;
    const share = (whole * size) / width;
    if (!(share > 1 / MAX_STRAY && share < MAX_STRAY)) return undefined;
    const edges = new Float64Array(text.length + 1);
    let reached = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      reached += code === stretching ? stretched : widthOf(widths, code);
      edges[at + 1] = reached / whole;
    }
    return edges;
  }

  #widthsOf(font: string): Map<number, number> {
    let widths = this.#fonts.get(font);
    if (!widths) this.#fonts.set(font, (widths = new Map<number, number>()));
    return widths;
  }
}

const SPACE = 0x20;
const DOT = 0x2e;
/** Dots that lead to a page number. */
const LEADER = /\. ?\. ?\. ?\./;

/** The sign that makes a line as long as it is to be. */
function stretchingSign(text: string): number {
  return LEADER.test(text) ? DOT : SPACE;
}

function widthOf(widths: ReadonlyMap<number, number>, code: number): number {
  const known = widths.get(code) ?? usual.get(code);
  if (known !== undefined) return known;
  const sign = String.fromCharCode(code);
  // The second half of a pair has the width of neither.
  const width = code >= 0xdc00 && code < 0xe000 ? 0 : (USUAL.find(([signs]) => signs.test(sign))?.[1] ?? USUAL_LETTER);
  usual.set(code, width);
  return width;
}
