import { describe, expect, it } from '@jest/globals';
import { MarkupParser } from './markup.parser.js';
import { TEX } from './tex.js';

async function rowsOf(rows: string): Promise<string[]> {
  const source = `\\begin{document}\n\\begin{tabular}{lrr}\n${rows}\n\\end{tabular}\n\\end{document}`;
  const { signal } = new AbortController();
  const bytes = new TextEncoder().encode(source);
  const { text } = await new MarkupParser(TEX).parse({ bytes, name: 'mill.tex', signal });
  return text.split('\n');
}

describe('a table of LaTeX', () => {
  it.each([
    [
      'two rows of names, of which the first spans columns',
      '\\toprule\n & \\multicolumn{2}{c}{2024} \\\\ \\cmidrule(lr){2-3}\nMill & Q1 & Q2 \\\\ \\midrule\nUpper & 5 & 6 \\\\ Lower & 1 & 2 \\\\ \\bottomrule',
      ['Mill: Upper; 2024 Q1: 5; 2024 Q2: 6', 'Mill: Lower; 2024 Q1: 1; 2024 Q2: 2'],
    ],
    [
      'lines between all rows',
      '\\hline Mill & Q1 & Q2 \\\\ \\hline Upper & 5 & 6 \\\\ \\hline Lower & 5 & 5 \\\\ \\hline',
      ['Mill: Upper; Q1: 5; Q2: 6', 'Mill: Lower; Q1: 5; Q2: 5'],
    ],
    [
      'cells over rows and columns below its names',
      'Mill & Q1 & Q2 \\\\ \\hline\n\\multirow{2}{*}{Upper} & \\multicolumn{2}{c}{shut} \\\\ \\cline{2-3} & 5 & 5 \\\\',
      ['Mill: Upper; Q1: shut', 'Q1: 5; Q2: 5'],
    ],
  ])('with %s', async (_, rows, expected) => {
    expect(await rowsOf(rows)).toEqual(expected);
  });
});
