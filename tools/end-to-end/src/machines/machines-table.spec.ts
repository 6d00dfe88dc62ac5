import { describe, expect, it } from '@jest/globals';
import { HEADER, replaceRows, rowLine, type Row } from './machines-table.js';

const row = (name: string, outcome = '0, as expected'): Row => ({
  name,
  toldBy: 'a flag',
  outcome,
  confidences: [0.5, null],
});
const reportOf = (...rows: readonly Row[]): string =>
  `# Title\n\n<!-- rows of \`npm run machines -- --report\` -->\n\n${HEADER}${rows.map(rowLine).join('')}\n<!-- end of rows -->\n\n| a | table | after |\n`;

describe('the report of other machines', () => {
  it('gets what was seen in the place of what was seen before', () => {
    const before = reportOf(row('one core', '**1**, not as expected'), row('LANG=C'));
    expect(replaceRows(before, [row('one core')])).toBe(reportOf(row('one core'), row('LANG=C')));
  });

  it('gets a new row last, and keeps one that a formatter has aligned', () => {
    const aligned = reportOf(row('LANG=C')).replace('| LANG=C | a flag |', '| LANG=C   | a flag   |');
    expect(replaceRows(aligned, [row('umask 077')])).toBe(reportOf(row('LANG=C'), row('umask 077')));
  });

  it('is refused where no rows are to stand', () => {
    expect(() => replaceRows('# Title\n', [row('LANG=C')])).toThrow(RangeError);
  });
});
