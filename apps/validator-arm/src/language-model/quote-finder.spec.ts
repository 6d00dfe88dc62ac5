import { describe, expect, it } from '@jest/globals';
import { LAMP, sourceOf } from '../../test/lamp.js';
import { QuoteFinder } from './apply-judgement.js';

describe('QuoteFinder', () => {
  const found = (quote: string, content = LAMP): string | null => {
    const span = new QuoteFinder().find(quote, sourceOf('lamp', content));
    return span && content.slice(span.start, span.end);
  };

  it.each([
    ['letter by letter', 'The lamp burns whale oil', 'The lamp burns whale oil'],
    ['with other quotation marks, case and white space', '“the lamp  burns\nwhale oil.”', 'The lamp burns whale oil'],
    [
      'by the longest part of what was shortened',
      'Mara Fell … of Gull Point. The lamp burns',
      'of Gull Point. The lamp burns',
    ],
  ])('finds a quote %s', (_, quote, span) => {
    expect(found(quote)).toBe(span);
  });

  it('finds its place behind letters that take two code units, or become two', () => {
    expect(found('burns oil', '𝔊𝔲𝔩𝔩 ﬁre: it burns oil.')).toBe('burns oil');
  });

  it.each(['The lamp burns seal oil', 'lamp', '', '…'])('finds no %j', (quote) => {
    expect(found(quote)).toBeNull();
  });
});
