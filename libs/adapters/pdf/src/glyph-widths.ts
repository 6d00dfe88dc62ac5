import type { Fragment } from './fragment.js';
import { type Face, PROPORTIONAL, TYPEWRITER } from './usual-widths.js';

const FACES = [...PROPORTIONAL, TYPEWRITER];

/** A space of a justified line, or a dot of a leader, is at least and at most so wide. */
const MIN_STRETCHED = 0.12;
const MAX_STRETCHED = 1.2;
/** The widths of the signs of a fragment may add up to so many times its own, or be as many times less. */
const MAX_STRAY = 1.25;
/** Fragments of a font from which its widths are learned, the first ones. */
const ENOUGH = 400;
/** No sign with a width is narrower. */
const LEAST = 0.05;
/** How much of its error a fragment corrects. */
const RATE = 0.5;
/** How much the height of a face counts that is not its own, beside what is left unexplained: few fragments fit every face. */
const SCALE_COST = 0.05;
/** A typewriter's widths are exact; others come near them by chance. As a share of the squares of the widths. */
const EXACT = 1e-6;
const SAME_HEIGHT = 1e-3;

const SPACE = 0x20;
const DOT = 0x2e;
/** Dots that lead to a page number. */
const LEADER = /\. ?\. ?\. ?\./;

/**
 * Widths of the signs of each font. The library tells those of whole fragments alone, from which they are learned: a usual face that
 * explains them best, scaled, is corrected fragment by fragment by normalised least mean squares (Widrow and Hoff 1960).
 */
export class GlyphWidths {
  readonly #fonts: ReadonlyMap<string, Map<number, number>>;
  readonly #faces: ReadonlyMap<string, Face>;

  /** @param fragments of the whole document */
  constructor(fragments: readonly Fragment[]) {
    const counts = new Map<string, number>();
    const firm = fragments.filter(({ text, width, size, font }) => {
      const count = counts.get(font) ?? 0;
      if (count >= ENOUGH || !(width > 0 && size > 0 && text !== '') || stretchingSign(text) !== SPACE) return false;
      counts.set(font, count + 1);
      return true;
    });
    this.#faces = chooseFaces(firm);
    this.#fonts = new Map([...counts.keys()].map((font) => [font, new Map<number, number>()]));
    // How often each sign occurs in a fragment; zero in between.
    const times = new Uint16Array(0x10000);
    for (const fragment of firm) this.#learn(fragment, times);
  }

  /**
   * Where each sign of a fragment begins, and the last one ends, as shares of its width; undefined where its signs are set wider or
   * closer than others of the font, since nobody knows which of them.
   */
  edgesOf({ text, width, size, font }: Fragment): Float64Array | undefined {
    const widthOf = this.#widthsOf(font);
    const stretching = stretchingSign(text);
    const edges = new Float64Array(text.length + 1);
    let firm = 0;
    let times = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === stretching) times++;
      else firm += edges[at + 1] = widthOf(code);
    }
    const left = (width / size - firm) / times;
    const stretched = left >= MIN_STRETCHED && left <= MAX_STRETCHED ? left : widthOf(stretching);
    const whole = firm + times * stretched;
    const share = (whole * size) / width;
    if (!(share > 1 / MAX_STRAY && share < MAX_STRAY)) return undefined;
    let reached = 0;
    for (let at = 0; at < text.length; at++) {
      reached += text.charCodeAt(at) === stretching ? stretched : (edges[at + 1] ?? 0);
      edges[at + 1] = reached / whole;
    }
    return edges;
  }

  #learn({ text, width, size, font }: Fragment, times: Uint16Array): void {
    const widthOf = this.#widthsOf(font);
    const widths = this.#fonts.get(font);
    let said = 0;
    // The sum of the squares of how often each sign occurs.
    let norm = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const before = times[code] ?? 0;
      norm += 2 * before + 1;
      times[code] = before + 1;
      said += widthOf(code);
    }
    const step = (RATE * (width / size - said)) / norm;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const known = widthOf(code);
      const count = times[code] ?? 0;
      times[code] = 0;
      if (count > 0 && known > 0) widths?.set(code, Math.max(LEAST, known + step * count));
    }
  }

  #widthsOf(font: string): Face {
    const widths = this.#fonts.get(font);
    const face = this.#faces.get(font) ?? TYPEWRITER;
    return (code) => widths?.get(code) ?? face(code);
  }
}

/** The face of each font, scaled, that explains the widths of its fragments best, by least squares. */
function chooseFaces(fragments: readonly Fragment[]): Map<string, Face> {
  const sums = new Map<string, { count: number; own: number; readonly said: number[]; readonly both: number[] }>();
  for (const { text, width, size, font } of fragments) {
    const known = sums.get(font);
    const sum = known ?? { count: 0, own: 0, said: FACES.map(() => 0), both: FACES.map(() => 0) };
    if (!known) sums.set(font, sum);
    const own = width / size;
    sum.count++;
    sum.own += own * own;
    for (const [index, face] of FACES.entries()) {
      let said = 0;
      for (let at = 0; at < text.length; at++) said += face(text.charCodeAt(at));
      sum.said[index] = (sum.said[index] ?? 0) + said * said;
      sum.both[index] = (sum.both[index] ?? 0) + said * own;
    }
  }
  const faces = new Map<string, Face>();
  for (const [font, { count, own, said, both }] of sums) {
    let least = Infinity;
    for (const [index, face] of FACES.entries()) {
      const [square = 0, product = 0] = [said[index], both[index]];
      const scale = square > 0 ? product / square : 1;
      const unexplained = own - scale * product;
      // One fragment is explained by any face, at some height.
      const isExact = unexplained <= EXACT * own && (count > 1 || Math.abs(scale - 1) <= SAME_HEIGHT);
      const cost = unexplained + SCALE_COST * own * (scale - 1) ** 2;
      if (cost >= least || (face === TYPEWRITER && !isExact)) continue;
      least = cost;
      faces.set(font, (code) => scale * face(code));
    }
  }
  return faces;
}

/** The sign that makes a line as long as it is to be. */
function stretchingSign(text: string): number {
  return LEADER.test(text) ? DOT : SPACE;
}
