import type { DoctorFinding } from '../library/standalone.module.js';
import type { Colours } from '../terminal/terminal.js';

const MARKS: Readonly<Record<DoctorFinding['status'], string>> = { ok: '✓', missing: '–', error: '✗' };

/** One line per finding, and under what is missing what it would add. */
export function renderFindings(findings: readonly DoctorFinding[], colours: Colours): string {
  const width = Math.max(0, ...findings.map(({ name }) => name.length));
  const paint = { ok: colours.green, missing: colours.dim, error: colours.red };
  return findings
    .flatMap(({ name, status, detail, adds }) => [
      `${paint[status](MARKS[status])} ${name.padEnd(width)}  ${detail}`,
      ...(adds === undefined || status === 'ok'
        ? []
        : [`${' '.repeat(width + 4)}${colours.dim(`would add: ${adds}`)}`]),
    ])
    .map((line) => `${line}\n`)
    .join('');
}
