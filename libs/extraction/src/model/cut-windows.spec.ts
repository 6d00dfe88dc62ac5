import { estimateTokens } from '@arbiter/text';
import { describe, expect, it } from '@jest/globals';
import { cutWindows } from './cut-windows.js';

const SENTENCES = Array.from({ length: 40 }, (_, at) => `Pump ${at} stands in hall ${at} and is kept by nobody.`);

describe('the windows of a document', () => {
  it('are one where the document fits', () => {
    const text = SENTENCES.join(' ');
    expect(cutWindows(text, 10_000)).toEqual([{ start: 0, end: text.length, text }]);
  });

  it('hold each sentence whole, at their places, and the last of one begins the next', () => {
    const text = SENTENCES.join(' ');
    const windows = cutWindows(text, 100);
    expect(windows.length).toBeGreaterThan(5);
    for (const { start, end, text: part } of windows) {
      expect(text.slice(start, end)).toBe(part);
      expect(estimateTokens(part)).toBeLessThanOrEqual(100);
    }
    for (const sentence of SENTENCES) expect(windows.some((window) => window.text.includes(sentence))).toBe(true);
    for (const [at, { start }] of windows.entries()) expect(start).toBeLessThan(windows[at - 1]?.end ?? Infinity);
  });

  it('cut a sentence without an end, never within a character', () => {
    const text = '𝔊'.repeat(3_000);
    const windows = cutWindows(text, 200);
    expect(windows.map((window) => window.text).join('')).toBe(text);
    for (const { text: part } of windows) {
      expect(part.isWellFormed()).toBe(true);
      expect(estimateTokens(part)).toBeLessThanOrEqual(200);
    }
  });

  it('of nothing are none', () => {
    expect(cutWindows(' \n ', 100)).toEqual([]);
  });
});
