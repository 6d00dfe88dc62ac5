import { describe, expect, it } from '@jest/globals';
import { readWord, run } from '../../test/make-word-document.js';

const t = (text: string): string => `<m:r><m:t xml:space="preserve">${text}</m:t></m:r>`;
const e = (content: string): string => `<m:e>${content}</m:e>`;
const sup = (of: string, by: string): string => `<m:sSup>${e(of)}<m:sup>${by}</m:sup></m:sSup>`;
const sub = (of: string, by: string): string => `<m:sSub>${e(of)}<m:sub>${by}</m:sub></m:sSub>`;
const over = (above: string, below: string, type = 'bar'): string =>
  `<m:f><m:fPr><m:type m:val="${type}"/></m:fPr><m:num>${above}</m:num><m:den>${below}</m:den></m:f>`;
const between = (content: string, properties = ''): string => `<m:d><m:dPr>${properties}</m:dPr>${content}</m:d>`;
const row = (...cells: string[]): string => `<m:mr>${cells.map(e).join('')}</m:mr>`;

const sentence = (formula: string): string =>
  `<w:p>${run('The load is ')}<m:oMath>${formula}</m:oMath>${run(' kilograms.')}</w:p>`;

describe('formulas in Word documents', () => {
  it.each([
    ['terms and signs', t('𝐿=42𝑑+1'), 'L = 42d + 1'],
    ['a sign before a term', t('x=-b'), 'x = -b'],
    ['a fraction', over(t('a+b'), t('2a')), '(a + b)/(2a)'],
    ['a fraction beside letters', t('E=') + over(t('1'), t('2')) + t('m') + sup(t('v'), t('2')), 'E = 1/2 mv²'],
    ['a power of ten', sup(t('10'), t('-3')), '10⁻³'],
    ['a power without Unicode', sup(t('e'), t('-kt')), 'e^(-kt)'],
    ['an index', sub(t('V'), t('max')) + t('≤') + sub(t('x'), t('1')), 'V_max ≤ x₁'],
    ['both', `<m:sSubSup>${e(t('x'))}<m:sub>${t('1')}</m:sub><m:sup>${t('2')}</m:sup></m:sSubSup>`, 'x₁²'],
    ['a square root', `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${e(t('a+b'))}</m:rad>`, '√(a + b)'],
    ['a cube root', `<m:rad><m:deg>${t('3')}</m:deg>${e(t('27'))}</m:rad>`, '∛27'],
    [
      'a sum',
      `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${t('i=1')}</m:sub><m:sup>${t('n')}</m:sup>${e(sub(t('x'), t('i')))}</m:nary>`,
      '∑_(i=1)ⁿ x_i',
    ],
    ['a matrix', between(e(`<m:m>${row(t('1'), t('2'))}${row(t('3'), t('4'))}</m:m>`)), '(1, 2; 3, 4)'],
    [
      'cases',
      between(
        e(`<m:eqArr>${e(t('0, &amp;x&lt;1'))}${e(t('1, &amp;x≥1'))}</m:eqArr>`),
        '<m:begChr m:val="{"/><m:endChr m:val=""/>',
      ),
      '{0, x < 1; 1, x ≥ 1',
    ],
    ['a function', `<m:func><m:fName>${t('sin')}</m:fName>${e(t('α'))}</m:func>`, 'sin α'],
    ['a limit', `<m:limLow>${e(t('lim'))}<m:lim>${t('x→0')}</m:lim></m:limLow>`, 'lim_(x→0)'],
    ['two of many', between(e(over(t('n'), t('k'), 'noBar'))), '(n ¦ k)'],
    ['a mean', `<m:bar><m:barPr><m:pos m:val="top"/></m:barPr>${e(t('x'))}</m:bar>`, 'x\u0305'],
    ['what is not deleted', `<w:del>${t('9')}</w:del>${t('7')}`, '7'],
  ])('read in their sentence: %s', async (_, formula, expected) => {
    expect((await readWord({ body: sentence(formula) })).text).toBe(`The load is ${expected} kilograms.`);
  });

  it('are read where they stand alone', async () => {
    const display = `<m:oMathPara><m:oMath>${t('a=b')}</m:oMath></m:oMathPara>`;
    expect((await readWord({ body: `<w:p>${display}</w:p>${display}` })).text).toBe('a = b\n\na = b');
  });

  it('that nest deeper than any are cut, which is said', async () => {
    const deep = '<m:f><m:num>'.repeat(10_000) + t('x') + '</m:num></m:f>'.repeat(10_000);
    const { text, warnings } = await readWord({ body: sentence(deep) });
    expect(text).toContain('kilograms.');
    expect(warnings).toEqual(['1 text box or formula nested too deep could not be read and was left out.']);
  });
});
