import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';

/** A glyph as pdf.js would draw it, on the page as it is shown, in points from its top left corner. */
export interface DrawnGlyph {
  readonly text: string;
  /** The ends of its baseline. */
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

export interface DrawnPage {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly glyphs: readonly DrawnGlyph[];
}

type Matrix = readonly [number, number, number, number, number, number];
interface Glyph {
  readonly unicode: string;
  readonly width: number;
  readonly isSpace: boolean;
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

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

/**
 * Every glyph that a PDF draws, from the drawing operations of its pages: a way to the places of letters that has nothing in
 * common with the parser's (ISO 32000-1, 9.4.4).
 */
export async function drawnGlyphs(bytes: Uint8Array): Promise<DrawnPage[]> {
  const { getDocument, OPS, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const task = getDocument({
    data: Uint8Array.from(bytes),
    cMapUrl: join(folder, 'cmaps') + sep,
    standardFontDataUrl: join(folder, 'standard_fonts') + sep,
    disableFontFace: true,
    isEvalSupported: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  const document = await task.promise;
  const pages: DrawnPage[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale: 1 });
    const { fnArray, argsArray } = await page.getOperatorList();
    const glyphs: DrawnGlyph[] = [];
    let state = {
      ...{ ctm: viewport.transform as unknown as Matrix, matrix: IDENTITY, line: IDENTITY, unit: 0.001 },
      ...{ size: 0, stretch: 1, leading: 0, rise: 0, charSpacing: 0, wordSpacing: 0 },
    };
    const saved: (typeof state)[] = [];
    const move = (x: number, y: number): void => {
      state.line = multiply(state.line, [1, 0, 0, 1, x, y]);
      state.matrix = state.line;
    };
    const show = (signs: readonly (Glyph | number | null)[]): void => {
      for (const sign of signs) {
        if (sign === null) continue;
        const { size, stretch, rise, ctm, unit } = state;
        if (typeof sign === 'number') {
          state.matrix = multiply(state.matrix, [1, 0, 0, 1, (-sign / 1_000) * size * stretch, 0]);
          continue;
        }
        const place = multiply(multiply(ctm, state.matrix), [size * stretch, 0, 0, size, 0, rise]);
        const ink = sign.width * unit;
        glyphs.push({
          text: sign.unicode,
          from: [place[4], place[5]],
          to: [place[4] + ink * place[0], place[5] + ink * place[1]],
        });
        const advance = ink * size + state.charSpacing + (sign.isSpace ? state.wordSpacing : 0);
        state.matrix = multiply(state.matrix, [1, 0, 0, 1, advance * stretch, 0]);
      }
    };
    const run = (operation: number, given: readonly unknown[]): void => {
      const numbers = given as readonly number[];
      const [x = 0, y = 0] = numbers;
      if (operation === OPS.save) saved.push({ ...state });
      else if (operation === OPS.restore) state = saved.pop() ?? state;
      else if (operation === OPS.transform) state.ctm = multiply(state.ctm, numbers as unknown as Matrix);
      else if (operation === OPS.paintFormXObjectBegin) {
        saved.push({ ...state });
        if (given[0]) state.ctm = multiply(state.ctm, given[0] as Matrix);
      } else if (operation === OPS.paintFormXObjectEnd) state = saved.pop() ?? state;
      else if (operation === OPS.beginText) [state.line, state.matrix] = [IDENTITY, IDENTITY];
      else if (operation === OPS.setCharSpacing) state.charSpacing = x;
      else if (operation === OPS.setWordSpacing) state.wordSpacing = x;
      else if (operation === OPS.setHScale) state.stretch = x / 100;
      else if (operation === OPS.setLeading) state.leading = -x;
      else if (operation === OPS.setTextRise) state.rise = x;
      else if (operation === OPS.setFont) {
        const font = page.commonObjs.get(given[0] as string) as { readonly fontMatrix?: readonly number[] };
        state.unit = font.fontMatrix?.[0] ?? 0.001;
        state.size = y;
      } else if (operation === OPS.moveText) move(x, y);
      else if (operation === OPS.setLeadingMoveText) {
        state.leading = y;
        move(x, y);
      } else if (operation === OPS.nextLine) move(0, state.leading);
      else if (operation === OPS.setTextMatrix) {
        const matrix = (Array.isArray(given[0]) || ArrayBuffer.isView(given[0]) ? given[0] : given) as Matrix;
        [state.line, state.matrix] = [matrix, matrix];
      } else if (operation === OPS.showText) show(given[0] as readonly (Glyph | number | null)[]);
    };
    for (const [index, operation] of fnArray.entries()) run(operation, (argsArray[index] ?? []) as readonly unknown[]);
    pages.push({ number, width: viewport.width, height: viewport.height, glyphs });
  }
  await task.destroy();
  return pages;
}
