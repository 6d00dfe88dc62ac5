/** Longer formulas are not looked at. */
const MAX_FORMULA = 8_192;
/** The first argument of the function, as text (ECMA-376 part 1, 18.17.7.147; OpenFormula 6.11.5). */
const HYPERLINK = /^(?:of:)?=?\s{0,9}HYPERLINK\(\s{0,9}"([^"]{1,4096})"\s{0,9}[,;)]/i;

/** Where a cell with the formula `HYPERLINK("…"; "text")` leads; empty for any other. */
export function formulaTarget(formula = ''): string {
  return formula.length > MAX_FORMULA ? '' : (HYPERLINK.exec(formula)?.[1] ?? '');
}
