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
