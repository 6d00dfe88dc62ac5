import { describe, expect, it } from '@jest/globals';
import { texFormula } from './tex-formula.js';

describe('a formula of LaTeX', () => {
  it.each([
    ['L=42d+1', 'L = 42d + 1'],
    ['x = -b', 'x = -b'],
    ['x^2', 'x²'],
    ['x_1^2 + y_{i}', 'x₁² + y_i'],
    ['2^10', '2¹⁰'],
    ['10^{-3}', '10⁻³'],
    ['e^{-kt}', 'e^(-kt)'],
    ['{a+b}^2', '(a + b)²'],
    ['(a+b)^2', '(a + b)²'],
    ["f'(x)", 'f′(x)'],
    ['\\frac{a}{b}', 'a/b'],
    ['\\frac{a+b}{2a}', '(a + b)/(2a)'],
    ['\\frac12 m v^2', '1/2 mv²'],
    ['\\dfrac{1}{1+\\frac{1}{x}}', '1/(1 + 1/x)'],
    ['\\sqrt{a+b}', '√(a + b)'],
    ['\\sqrt[3]{27}', '∛27'],
    ['\\binom{n}{k}', '(n ¦ k)'],
    ['\\sum_{i=1}^n x_i', '∑_(i=1)ⁿ x_i'],
    ['\\int_0^1 f(x)\\,dx', '∫₀¹ f(x) dx'],
    ['\\lim_{x \\to 0} \\frac{\\sin x}{x} = 1', 'lim_(x→0) (sin x)/x = 1'],
    ['\\alpha \\leq \\beta \\neq \\infty', 'α ≤ β ≠ ∞'],
    ['V_{\\text{max}} \\approx 3\\times 10^8\\,\\mathrm{m/s}', 'V_max ≈ 3 × 10⁸ m/s'],
    ['\\left( \\frac{a}{b} \\right)^n', '(a/b)ⁿ'],
    ['x \\in \\mathbb{R}', 'x ∈ ℝ'],
    ['\\bar{x}', 'x\u0305'],
    ['\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}', '(1, 2; 3, 4)'],
    ['f = \\begin{cases} 0, & x<1 \\\\ 1, & x \\ge 1 \\end{cases}', 'f = {0, x < 1; 1, x ≥ 1'],
    ['\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}', 'a = b; c = d'],
    ['a = b \\label{eq:one} \\tag{2}', 'a = b (2)'],
    ['\\unknown{x} + 1', 'unknown x + 1'],
    ['50\\% % a comment', '50%'],
  ])('is one line as people type it: %s', (source, expected) => {
    expect(texFormula(source)).toBe(expected);
  });

  it.each([
    ['groups', '{'.repeat(5_000)],
    ['groups that end', '}'.repeat(5_000)],
    ['roots', '\\sqrt'.repeat(4_000)],
    ['powers', 'x^{'.repeat(5_000)],
    ['matrices', '\\begin{matrix}'.repeat(1_000)],
    ['powers without a base', '^'.repeat(10_000)],
    ['more than a formula', 'x'.repeat(1_000_000)],
  ])('is read in bounded time, of %s', (_, source) => {
    expect(texFormula(source).length).toBeLessThanOrEqual(source.length);
  });
});
