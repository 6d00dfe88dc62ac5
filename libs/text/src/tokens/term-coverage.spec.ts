import { describe, expect, it } from '@jest/globals';
import { TermCoverage } from './term-coverage.js';

describe('TermCoverage', () => {
  const coverage = new TermCoverage('burning beacons of Gull Point', [
    'The beacon at Gull Point burns all night.',
    'Gull Point has a well.',
    'A recipe for eel pie.',
  ]);

  it('is 1 for a passage that holds every term in any form', () => {
    expect(coverage.of(0)).toBe(1);
  });

  it('counts rare terms more than common ones', () => {
    // Two of four terms, but the commoner two.
    expect(coverage.of(1)).toBeGreaterThan(0);
    expect(coverage.of(1)).toBeLessThan(0.5);
  });

  it('is 0 for a passage that holds none', () => {
    expect(coverage.of(2)).toBe(0);
  });

  it('is 0 for a query without terms', () => {
    expect(new TermCoverage('who is it?', ['Anything.']).of(0)).toBe(0);
  });

  it('sees the parts of a question in a script without spaces', () => {
    const japanese = new TermCoverage('白浜灯台の灯台守は誰ですか', [
      '灯台守の名前は田中健一である。',
      '水曜日の市場では海老を売る。',
    ]);
    // 白浜 and 浜灯 are missing, 灯台 and 台守 are there; は誰ですか asks and names nothing.
    expect(japanese.of(0)).toBeCloseTo(0.28, 2);
    expect(japanese.of(1)).toBe(0);
  });

  it('refuses a passage that is not there', () => {
    expect(() => coverage.of(3)).toThrow(RangeError);
  });
});
