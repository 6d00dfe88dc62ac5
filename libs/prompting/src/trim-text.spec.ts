import { estimateTokens } from '@arbiter/text';
import { describe, expect, it } from '@jest/globals';
import { fairShare, trimText } from './trim-text.js';

const FILLER = Array.from({ length: 20 }, (_, index) => `Step ${index} of the stair is made of oak.`).join(' ');
const TEXT = `${FILLER} The harbour closes at dusk. It opens again with the tide. ${FILLER}`;

describe('trimText', () => {
  it('leaves a text that fits as it is', () => {
    expect(trimText(TEXT, 'When?', 10_000)).toBe(TEXT);
  });

  it('keeps whole sentences around the one that the question is about', () => {
    const trimmed = trimText(TEXT, 'When does the harbour close?', 60);
    expect(trimmed).toContain('The harbour closes at dusk. It opens again with the tide.');
    expect(estimateTokens(trimmed)).toBeLessThanOrEqual(60);
  });

  it('shows where sentences were left out', () => {
    const text = `The harbour closes at dusk. ${FILLER} The harbour opens at dawn.`;
    expect(trimText(text, 'harbour', 40)).toMatch(/^The harbour closes at dusk\..* … .*The harbour opens at dawn\.$/);
  });

  it('cuts a sentence only where not one fits whole', () => {
    const endless = 'eel pie and '.repeat(200);
    const trimmed = trimText(endless, 'eel', 30);
    expect(trimmed).toMatch(/^eel pie .*…$/);
    expect(estimateTokens(trimmed)).toBeLessThanOrEqual(30);
    expect(trimText(endless, 'eel', 5)).toBe('');
  });
});

describe('fairShare', () => {
  it('gives what the short do not need to the long', () => {
    expect(fairShare([10, 100, 100], 110)).toBe(50);
  });

  it('limits nobody where all fit', () => {
    expect(fairShare([10, 20], 30)).toBe(Infinity);
  });
});
