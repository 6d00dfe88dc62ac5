import { describe, expect, it } from '@jest/globals';
import { messageOf } from '@arbiter/ports/testing';
import { estimateTokens } from '@arbiter/text';
import { recentHistory } from './context-memory.js';

const messages = ['Who keeps the lamp?', 'Mara keeps it.', 'Since when?'].map((text) => messageOf(text));
const tokensOf = (from: number) => messages.slice(from).reduce((sum, { content }) => sum + estimateTokens(content), 0);

describe('recentHistory', () => {
  it('is what fits, the newest, oldest first', () => {
    expect(recentHistory(messages, tokensOf(0))).toEqual(messages);
    expect(recentHistory(messages, tokensOf(0) - 1)).toEqual(messages.slice(1));
    expect(recentHistory(messages, 0)).toEqual([]);
  });

  it('ends before a message that is too long, not behind it', () => {
    const long = messageOf('word '.repeat(5_000));
    expect(recentHistory([messages[0]!, long, messages[2]!], 1_000)).toEqual([messages[2]]);
  });
});
