import type { BenchReport } from './bench-report.js';

/** @returns the report for people: a line per figure, then where and how it was measured */
export function formatReport({ name, machine, versions, figures, notes }: BenchReport): string {
  const width = Math.max(...Object.keys(figures).map(({ length }) => length));
  const memory = (machine.memoryBytes / 2 ** 30).toFixed(1);
  return [
    name,
    ...Object.entries(figures).map(([figure, value]) => `  ${figure.padEnd(width)}  ${formatFigure(value)}`),
    '',
    ...notes,
    `Measured on ${machine.cpus} × ${machine.model}, ${memory} GiB, ${machine.platform}, Node ${machine.node}, load ${machine.loadAverage.toFixed(1)}.`,
    ...Object.entries(versions).map(([part, version]) => `${part} ${version}`),
    '',
  ].join('\n');
}

/** Three significant digits, and never fewer than the whole ones. */
function formatFigure(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
