import type { PDFPageProxy } from 'pdfjs-dist/types/src/display/api.js';
import { asMatrix, type Matrix, multiply } from './page-fragments.js';

export interface DrawnOperation {
  /** One of pdf.js's `OPS`. */
  readonly operation: number;
  readonly args: readonly unknown[];
  /** From the space of the operation to that of `outer`. */
  readonly matrix: Matrix;
}

/** What a page draws, in its order, each with the matrix that holds for it; forms are entered. @param outer of the page itself */
export async function drawnOperations(page: PDFPageProxy, outer: Matrix): Promise<DrawnOperation[]> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const { fnArray, argsArray } = await page.getOperatorList();
  const opening = new Set([OPS.save, OPS.paintFormXObjectBegin]);
  const closing = new Set([OPS.restore, OPS.paintFormXObjectEnd]);
  const saved: Matrix[] = [];
  let matrix = outer;
  return fnArray.map((operation, index) => {
    const args = (argsArray[index] ?? []) as readonly unknown[];
    if (opening.has(operation)) saved.push(matrix);
    else if (closing.has(operation)) matrix = saved.pop() ?? matrix;
    // The matrix of a form is its first argument; most have none.
    const own = operation === OPS.transform ? args : operation === OPS.paintFormXObjectBegin ? args[0] : undefined;
    if (own) matrix = multiply(matrix, asMatrix(own as readonly number[]));
    return { operation, args, matrix };
  });
}
