import type { TextContent, TextItem } from 'pdfjs-dist/types/src/display/api.js';
import { illegibleFonts } from './legible-text.js';
import type { Fragment } from './page-layout.js';

/** A 2×3 affine matrix as PDF writes it: [a b c d e f]. */
type Matrix = readonly [number, number, number, number, number, number];

/** Copies of a run within this share of its height are one run drawn twice, to look bold. */
const DOUBLE_STRIKE = 0.15;

export interface PageFragments {
  /** Text of the page's own direction, upright. */
  readonly upright: readonly Fragment[];
  /** Text of other directions (labels of axes, stamps, vertical writing) in the order of the file. */
  readonly others: readonly string[];
  /** Whether text was left out, of fonts that do not say which letters their glyphs are. */
  readonly illegible: boolean;
}

/**
 * Text runs of a page in upright coordinates. The direction in which most of the text runs counts as upright, since
 * many landscape pages are portrait pages with turned text.
 *
 * @param viewport matrix from PDF space to the page as it is shown, at scale 1
 */
export function pageFragments(items: TextContent['items'], viewport: readonly number[]): PageFragments {
  const texts = items.filter((item): item is TextItem => 'str' in item && item.str.trim() !== '');
  const illegible = illegibleFonts(texts);
  const placed = texts
    .filter(({ fontName }) => !illegible.has(fontName))
    .map((item) => ({ item, matrix: multiply(asMatrix(viewport), asMatrix(item.transform as readonly number[])) }));

  const weights = [0, 0, 0, 0];
  for (const { item, matrix } of placed) {
    const turns = quarterTurns(matrix);
    if (turns !== undefined && item.dir !== 'ttb') weights[turns] = (weights[turns] ?? 0) + item.str.length;
  }
  const direction = weights.indexOf(Math.max(...weights));

  const upright: Fragment[] = [];
  const others: string[] = [];
  for (const { item, matrix } of placed) {
    if (item.dir !== 'ttb' && quarterTurns(matrix) === direction) upright.push(fragmentOf(item, matrix, direction));
    else others.push(item.str);
  }
  return { upright: withoutDoubleStrikes(upright), others, illegible: illegible.size > 0 };
}

function fragmentOf(item: TextItem, matrix: Matrix, direction: number): Fragment {
  const [x, y] = turnBack(matrix[4], matrix[5], direction);
  const size = Math.hypot(matrix[2], matrix[3]) || item.height;
  const width = Math.abs(item.width);
  return { text: item.str, x, y, width, size, rightToLeft: item.dir === 'rtl' };
}

function withoutDoubleStrikes(fragments: readonly Fragment[]): Fragment[] {
  const last = new Map<string, Fragment>();
  return fragments.filter((fragment) => {
    const twin = last.get(fragment.text);
    last.set(fragment.text, fragment);
    const reach = DOUBLE_STRIKE * fragment.size;
    return !twin || Math.abs(twin.x - fragment.x) > reach || Math.abs(twin.y - fragment.y) > reach;
  });
}

/** Clockwise quarter turns of a text's direction, 0 to 3; undefined for slanted text. */
function quarterTurns([a, b]: Matrix): number | undefined {
  const turns = Math.atan2(b, a) / (Math.PI / 2);
  return Math.abs(turns - Math.round(turns)) > 0.05 ? undefined : (Math.round(turns) + 4) % 4;
}

function turnBack(x: number, y: number, turns: number): readonly [number, number] {
  if (turns === 1) return [y, -x];
  if (turns === 2) return [-x, -y];
  if (turns === 3) return [-y, x];
  return [x, y];
}

function asMatrix(values: readonly number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = values;
  return [a, b, c, d, e, f];
}

function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1],
    m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4],
    m[1] * n[4] + m[3] * n[5] + m[5],
  ];
}
