import type { PageObjects } from '@arbiter/ports';
import type { Pdfium } from './load-pdfium.js';

/** Types of objects (fpdf_edit.h). */
const TEXT = 1;
const PATH = 2;
const IMAGE = 3;
const SHADING = 4;
const FORM = 5;
/** The way of drawing text that shows none (fpdf_edit.h). */
const UNSEEN = 3;
/** A page of a map may have a million lines. */
const MAX_OBJECTS = 50_000;
/** Forms within forms. */
const MAX_DEPTH = 8;
/** The page is divided into so many parts a side, and a part is covered when its middle is. */
const GRID = 64;
/** What covers more of a page is its ground or its frame. */
const GROUND = 0.9;

/** a b c d e f of a matrix, as PDF has them. */
type Matrix = readonly [number, number, number, number, number, number];
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** @param page handle of an open page */
export function countObjects(pdfium: Pdfium, page: number): PageObjects {
  const { api } = pdfium;
  const scratch = pdfium.allocate(6 * Float32Array.BYTES_PER_ELEMENT);
  try {
    const read = (at: number): boolean => api.FPDF_GetPageBoundingBox(page, at);
    const [left, top, right, bottom] = numbersAt(pdfium, scratch, [0, 0, 0, 0] as const, read);
    const counts = { texts: 0, paths: 0, images: 0 };
    const covered = { paths: new Cover({ left, bottom, right, top }), images: new Cover({ left, bottom, right, top }) };
    let unseen = MAX_OBJECTS;
    const visit = (object: number, matrix: Matrix, depth: number): void => {
      if ((unseen -= 1) < 0) return;
      const type = api.FPDFPageObj_GetType(object);
      if (type === TEXT && api.FPDFTextObj_GetTextRenderMode(object) !== UNSEEN) counts.texts += 1;
      if (type === PATH || type === SHADING || type === IMAGE) {
        const kind = type === IMAGE ? 'images' : 'paths';
        counts[kind] += 1;
        covered[kind].add(transformed(boundsOf(pdfium, object, scratch), matrix), { isGround: kind === 'images' });
      }
      if (type !== FORM || depth === MAX_DEPTH) return;
      const inner = product(matrixOf(pdfium, object, scratch), matrix);
      const count = api.FPDFFormObj_CountObjects(object);
      for (let at = 0; at < count && unseen > 0; at += 1)
        visit(api.FPDFFormObj_GetObject(object, at), inner, depth + 1);
    };
    const count = api.FPDFPage_CountObjects(page);
    for (let at = 0; at < count && unseen > 0; at += 1) visit(api.FPDFPage_GetObject(page, at), IDENTITY, 0);
    return { ...counts, pathArea: covered.paths.share(), imageArea: covered.images.share() };
  } finally {
    pdfium.free(scratch);
  }
}

/** The part of a page that boxes cover together. */
class Cover {
  readonly #cells = new Uint8Array(GRID * GRID);

  constructor(private readonly frame: Box) {}

  /** @param isGround whether one that covers the whole page counts */
  add({ left, bottom, right, top }: Box, { isGround }: { readonly isGround: boolean }): void {
    const { frame } = this;
    const across = cellsOf(left - frame.left, right - frame.left, frame.right - frame.left);
    const down = cellsOf(bottom - frame.bottom, top - frame.bottom, frame.top - frame.bottom);
    const size = (across.to - across.from) * (down.to - down.from);
    if (!isGround && size > GROUND * this.#cells.length) return;
    for (let y = down.from; y < down.to; y += 1) this.#cells.fill(1, y * GRID + across.from, y * GRID + across.to);
  }

  share(): number {
    return this.#cells.reduce((sum, cell) => sum + cell, 0) / this.#cells.length;
  }
}

/** Cells whose middle lies between two distances from the edge. */
function cellsOf(from: number, to: number, whole: number): { readonly from: number; readonly to: number } {
  const cell = (distance: number): number => {
    const at = Math.round((distance / whole) * GRID);
    return Number.isNaN(at) ? 0 : Math.min(GRID, Math.max(0, at));
  };
  return { from: cell(from), to: Math.max(cell(from), cell(to)) };
}

function boundsOf(pdfium: Pdfium, object: number, scratch: number): Box {
  const { api } = pdfium;
  const read = (at: number): boolean => api.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12);
  const [left, bottom, right, top] = numbersAt(pdfium, scratch, [0, 0, 0, 0], read);
  return { left, bottom, right, top };
}

function matrixOf(pdfium: Pdfium, object: number, scratch: number): Matrix {
  return numbersAt(pdfium, scratch, IDENTITY, (at) => pdfium.api.FPDFPageObj_GetMatrix(object, at));
}

/** Numbers that a function of PDFium puts at an address; the given ones where it has none. */
function numbersAt<T extends readonly number[]>(
  pdfium: Pdfium,
  address: number,
  otherwise: T,
  read: (address: number) => boolean,
): T {
  if (!read(address)) return otherwise;
  const from = address / Float32Array.BYTES_PER_ELEMENT;
  return [...pdfium.floats().subarray(from, from + otherwise.length)] as readonly number[] as T;
}

/** First `one`, then `two` (ISO 32000, 8.3.4). */
function product([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

/** The box around a box that a matrix turns. */
function transformed({ left, bottom, right, top }: Box, [a, b, c, d, e, f]: Matrix): Box {
  const corners = [left, right].flatMap((x) =>
    [bottom, top].map((y) => [a * x + c * y + e, b * x + d * y + f] as const),
  );
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) };
}
