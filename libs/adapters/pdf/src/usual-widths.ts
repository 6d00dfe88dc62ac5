/**
 * Widths of the signs from U+0020 to U+007E in Helvetica and in Times, in 1/1000 of the font's height (Adobe's metrics of the
 * standard fonts). Most faces are like one of them, narrower or wider as a whole.
 */
const HELVETICA =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584';
const TIMES =
  '250 333 408 500 500 833 778 180 333 333 500 564 250 333 250 278 500 500 500 500 500 500 500 500 500 500 278 278 564 564 564 444 921 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 556 722 667 556 611 722 722 944 722 722 611 333 278 333 469 500 333 444 500 444 500 444 333 500 500 278 278 500 278 778 500 500 500 500 333 389 278 500 500 722 500 500 444 480 200 480 541';

const FIRST = 0x20;
const MONOSPACED = 0.6;
const WITHOUT_WIDTH = /[\p{M}\p{Cf}\uDC00-\uDFFF]/u;
const FULL_WIDTH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF00-\uFFEF]/u;
const NARROW = /[‘’·‚ıії]/u;
const WIDE = /[ÆŒæœ…—мжшщюыфЖШЩЮЫМФ]/u;

/** The widths of a face by UTF-16 code unit, as shares of the font's height. */
export type Face = (code: number) => number;

/** Faces of which each is like many others. */
export const PROPORTIONAL: readonly Face[] = [HELVETICA, TIMES].map((table) => remembered(proportional(table)));
export const TYPEWRITER: Face = remembered(() => MONOSPACED);

function proportional(table: string): (sign: string) => number {
  const widths = table.split(' ').map((width) => Number(width) / 1_000);
  const letter = widths['n'.charCodeAt(0) - FIRST] ?? 0.5;
  const capital = widths['N'.charCodeAt(0) - FIRST] ?? 0.7;
  return (sign) => {
    const known = widths[sign.normalize('NFD').charCodeAt(0) - FIRST];
    if (known !== undefined) return known;
    if (NARROW.test(sign)) return 0.28;
    if (WIDE.test(sign)) return 0.84;
    return /\p{Lu}/u.test(sign) ? capital : letter;
  };
}

function remembered(widthOf: (sign: string) => number): Face {
  const known = new Map<number, number>();
  return (code) => {
    let width = known.get(code);
    if (width === undefined) {
      const sign = String.fromCharCode(code);
      // The second half of a pair adds nothing to the first.
      width = WITHOUT_WIDTH.test(sign) ? 0 : FULL_WIDTH.test(sign) ? 1 : widthOf(sign);
      known.set(code, width);
    }
    return width;
  };
}
