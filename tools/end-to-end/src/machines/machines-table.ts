/** Result of one run of the demo. */
export interface Row {
  readonly name: string;
  readonly toldBy: string;
  readonly outcome: string;
  /** Of each answer, 0–1; null for one without. */
  readonly confidences: readonly (number | null)[];
}

const COLUMNS = ['surroundings', 'told by', 'exit code', 'confidences'];

export const HEADER = `${lineOf(COLUMNS)}${lineOf(COLUMNS.map(() => '---'))}`;

const BEGIN = '<!-- rows of `npm run machines -- --report` -->\n';
const END = '<!-- end of rows -->';

export function rowLine({ name, toldBy, outcome, confidences }: Row): string {
  const shown = confidences.map((confidence) => confidence?.toFixed(4) ?? 'none').join(', ');
  return lineOf([name, toldBy, outcome, shown]);
}

/**
 * The report with these rows in the place of those of the same name; new ones stand last.
 *
 * @throws RangeError for a text without the two comments that the rows stand between
 */
export function replaceRows(report: string, rows: readonly Row[]): string {
  const [from, to] = [report.indexOf(BEGIN), report.indexOf(END)];
  if (from === -1 || to < from) throw new RangeError(`the report has no lines "${BEGIN.trim()}" and "${END}"`);
  const present = report
    .slice(from + BEGIN.length, to)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);
  const lines = new Map(present.map((line) => [cellsOf(line)[0] ?? '', lineOf(cellsOf(line))]));
  for (const row of rows) lines.set(row.name, rowLine(row));
  return `${report.slice(0, from)}${BEGIN}\n${HEADER}${[...lines.values()].join('')}\n${report.slice(to)}`;
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
