import { expectWellFormedDocument } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { documentParsers } from './document-parsers.js';

const parsers = documentParsers();
const { signal } = new AbortController();

async function textOf(ending: string, source: string): Promise<string> {
  const bytes = new TextEncoder().encode(source);
  const name = `mill${ending}`;
  const parsed = await parsers.parserFor(name, bytes)!.parse({ bytes, name, signal });
  expectWellFormedDocument(parsed);
  return parsed.text;
}

const tex = (body: string): string => `\\documentclass{article}\n\\begin{document}\n${body}\n\\end{document}\n`;

describe('a formula in its sentence', () => {
  it.each([
    ['.tex', tex('The power is $P = \\frac{a+b}{2} v^3$ watts.')],
    ['.tex', tex('The power is \\(P = \\frac{a+b}{2} v^3\\) watts.')],
    ['.md', 'The power is $P = \\frac{a+b}{2} v^3$ watts.\n'],
    ['.md', 'The power is $`P = \\frac{a+b}{2} v^3`$ watts.\n'],
    ['.md', 'The power is \\(P = \\frac{a+b}{2} v^3\\) watts.\n'],
    ['.org', 'The power is $P = \\frac{a+b}{2} v^3$ watts.\n'],
    ['.rst', 'The power is :math:`P = \\frac{a+b}{2} v^3` watts.\n'],
    ['.adoc', 'The power is latexmath:[P = \\frac{a+b}{2} v^3] watts.\n'],
  ])('is read as people type it, in %s: %s', async (ending, source) => {
    expect(await textOf(ending, source)).toBe('The power is P = (a + b)/2 v³ watts.');
  });
});

describe('a formula that stands alone', () => {
  const FORMULA = '\\int_0^1 x_i^2 \\, dx\n  = \\alpha_i';
  it.each([
    ['.tex', tex(`\\begin{equation}\n${FORMULA}\n\\label{one}\n\\end{equation}`)],
    ['.tex', tex(`\\[\n${FORMULA}\n\\]`)],
    ['.tex', tex(`$$\n${FORMULA}\n$$`)],
    ['.md', `$$\n${FORMULA}\n$$\n`],
    ['.md', `\`\`\`math\n${FORMULA}\n\`\`\`\n`],
    ['.md', `\\begin{align*}\n${FORMULA}\n\\end{align*}\n`],
    ['.org', `\\begin{equation}\n${FORMULA}\n\\end{equation}\n`],
    ['.rst', `.. math::\n\n   ${FORMULA}\n`],
    ['.adoc', `[latexmath]\n++++\n${FORMULA}\n++++\n`],
    [
      '.ipynb',
      JSON.stringify({ cells: [{ cell_type: 'markdown', source: `$$${FORMULA}$$` }], metadata: {}, nbformat: 4 }),
    ],
    [
      '.ipynb',
      JSON.stringify({
        cells: [
          {
            cell_type: 'code',
            source: '',
            outputs: [{ output_type: 'display_data', data: { 'text/latex': `$$${FORMULA}$$` } }],
          },
        ],
        metadata: {},
        nbformat: 4,
      }),
    ],
  ])('is read on one line, in %s: %s', async (ending, source) => {
    expect(await textOf(ending, source)).toBe('∫₀¹ x_i² dx = α_i');
  });
});

describe('Markdown with dollars', () => {
  it.each([
    'A sack costs $5 and $10 by the dozen.',
    'From $5-$10, or US$5 and US$6.',
    'It costs $5 a day and 7$ at night.',
    'About $5M, 10$ more or less.',
    'Set $HOME/bin:$PATH in the shell, and $FOO_BAR too.',
    'Between $100 = 90€ and 5$ it varies.',
  ])('keeps prices and variables as they are: %s', async (source) => {
    expect(await textOf('.md', source)).toBe(source);
  });

  it.each([
    ['With $x_1 * y_1 * z$ and $n$ sacks.', 'With x₁ * y₁ * z and n sacks.'],
    ['The sum $e^{-x} + e^{-y}$ shrinks.', 'The sum e^(-x) + e^(-y) shrinks.'],
    ['Code `$x^2$` stays.', 'Code $x^2$ stays.'],
    ['```\n$x^2$\n```', '$x^2$'],
    ['# The law $E = mc^2$', 'The law E = mc²'],
    ['| Mill | Power |\n| --- | --- |\n| Upper | $P_1 = |v|^3$ |', 'Mill: Upper; Power: P₁ = |v|³'],
    ['> $$\n> x^2\n> $$\n> is a square.', 'x²\n\nis a square.'],
    ['- $-1$ is no sack, $k$ is.', '$-1$ is no sack, k is.'],
    ['$$- x^2$$', '-x²'],
  ])('reads formulas as no markup: %s', async (source, expected) => {
    expect(await textOf('.md', source)).toBe(expected);
  });

  it('keeps lines where they are, for what is said of them', async () => {
    const source = `$$\nx^2\n$$\n\n${'>'.repeat(100)} deep\n`;
    const bytes = new TextEncoder().encode(source);
    const { warnings } = await parsers.parserOf('a.md')!.parse({ bytes, name: 'a.md', signal });
    expect(warnings).toEqual([expect.stringContaining('Lines 5 to')]);
  });
});
