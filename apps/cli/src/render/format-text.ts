import type { ModelUsage, Cost } from '@arbiter/contracts';
/** Columns of equal width; the first one to the left, the others to the right. */
export function renderTable(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (sofar, row) => row.map((cell, column) => Math.max(sofar[column] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
}

/** `0.812`; `–` if there is no figure. */
export function share(value: number | null): string {
  return value === null ? '–' : value.toFixed(3);
}

/** `0.812 [0.790, 0.834]` */
export function figureWithInterval(value: number | null, interval: readonly [number, number] | null): string {
  return interval === null ? share(value) : `${share(value)} [${share(interval[0])}, ${share(interval[1])}]`;
}

/** A text on one line, cut to so many UTF-16 code units. */
export function clipped(text: string, length: number): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  return plain.length > length ? `${plain.slice(0, length).toWellFormed()}…` : plain;
}

/** `Title › Section › Subsection`; a title that is also the outermost heading stands once. */
export function headingPath(title: string, section: readonly string[]): string {
  return [title, ...section.filter((heading, level) => level > 0 || heading !== title)]
    .filter((part) => part !== '')
    .join(' › ');
}

/** Rounded down: 99 % is said where 99 of 100 are right, and not where 98.5 are; 100 % only of what is exactly 1. What floats lose (.29 × 100) is put back first. */
export function percent(fraction: number): string {
  return `${fraction < 1 ? Math.min(99, Math.floor(fraction * 100 + 1e-9)) : 100} %`;
}

export function milliseconds(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;
}

/** `ollama/llama3.2 1200 in, 300 out · USD 0.0040`; a model without a price is named. */
export function renderCosts(tokens: readonly ModelUsage[], costs: readonly Cost[]): string {
  return [
    ...tokens.map(({ model, inputTokens, outputTokens }) => `${model} ${inputTokens} in, ${outputTokens} out`),
    ...costs.map(renderCost),
  ].join(' · ');
}

/** Four digits behind the point: a question costs fractions of a cent. */
export function renderCost({ amount, currency, unpriced }: Cost): string {
  const without = unpriced.length > 0 ? ` (without ${unpriced.join(', ')}, no price known)` : '';
  return `${currency} ${amount.toFixed(4)}${without}`;
}
