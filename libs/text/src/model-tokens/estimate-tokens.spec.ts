import { describe, expect, it } from '@jest/globals';
import { estimateTokens } from '../estimate-tokens.js';

describe('estimateTokens', () => {
  /** True counts of o200k_base (GPT-4o), cl100k_base (GPT-3.5) and BERT's WordPiece without special tokens. */
  it.each([
    ['English', 'The keeper lit the lantern of the lighthouse at dusk, and wrote down the weather.', [17, 18, 17]],
    ['German', 'Der Leuchtturmwärter zündete in der Sturmnacht die Lampe an und schrieb das Wetter auf.', [26, 29, 30]],
    ['accents', "Le gardien du phare a allumé la lampe pendant la nuit d'orage.", [17, 20, 22]],
    ['Chinese', '灯塔守护者在暴风雨之夜点燃了灯。', [16, 27, 16]],
    ['Arabic', 'حارس المنارة أشعل المصباح', [8, 16, 22]],
    ['emoji', '👩‍👩‍👧‍👦🗼', [14, 21, 1]],
    ['numbers', '1234567890 3.14159265 2026-11-21', [17, 17, 18]],
    ['code', 'const text = new Map<string, number[]>();\n\n    return text;', [14, 14, 19]],
  ])('is not too low for %s', (_, text, counts) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(Math.max(...counts));
  });

  it('is not more than twice too high for English', () => {
    expect(estimateTokens('The keeper lit the lantern of the lighthouse at dusk.')).toBeLessThan(2 * 12);
  });

  it('of the empty text is 0', () => {
    expect(estimateTokens('')).toBe(0);
  });

  it('takes no longer for one endless word', () => {
    expect(estimateTokens('x'.repeat(1_000_000))).toBe(1 + Math.ceil(999_996 / 3));
  });
});
