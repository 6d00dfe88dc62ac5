import { describe, expect, it } from '@jest/globals';
import { sizedJpeg } from '@arbiter/ports/testing';
import { estimateTokens } from '@arbiter/text';
import { CITING_TOKENS, estimateRequestTokens } from './generation-request.js';

describe('estimateRequestTokens', () => {
  it('counts all that goes into the prompt', () => {
    const bare = { system: '', messages: [{ role: 'user', text: 'When?' }], maxTokens: 9 } as const;
    const { tokens, exact } = estimateRequestTokens(bare);
    expect([tokens, exact]).toEqual([2 * 6 + 2, false]);
    expect(estimateRequestTokens({ ...bare, system: 'Be brief.' }).tokens).toBe(tokens + 6 + 4);
    const tools = [{ name: 'look_up', description: 'Finds a ship.', parameters: { type: 'object' } }];
    expect(estimateRequestTokens({ ...bare, tools }).tokens).toBeGreaterThan(tokens);
    const output = { name: 'ship', schema: { type: 'object', properties: { name: { type: 'string' } } } };
    expect(estimateRequestTokens({ ...bare, output }).tokens).toBeGreaterThan(tokens);
    const call = { id: 'a', name: 'look_up', arguments: { ship: 'Margrave' } };
    const looked = [
      ...bare.messages,
      { role: 'assistant', text: '', toolCalls: [call] } as const,
      { role: 'tool', results: [{ callId: 'a', name: 'look_up', text: 'It left at noon.' }] } as const,
    ];
    expect(estimateRequestTokens({ ...bare, messages: looked }).tokens).toBeGreaterThan(tokens + 2 * 6);
  });

  it('counts pictures as the model does', () => {
    const data = sizedJpeg(1_024, 1_024);
    const shown = { role: 'user', text: 'When?', pictures: [{ mediaType: 'image/jpeg', data }] } as const;
    const request = { system: '', messages: [shown, shown], maxTokens: 9 };
    const bare = estimateRequestTokens({ ...request, messages: [1, 2].map(() => ({ role: 'user', text: 'When?' })) });
    expect(estimateRequestTokens(request).tokens).toBe(bare.tokens + 2 * 1_432);
    expect(estimateRequestTokens(request, 'openai/gpt-4o-mini').tokens).toBe(bare.tokens + 2 * 25_501);
  });

  it('counts documents with their titles, and once what a vendor adds for them', () => {
    const text = 'It left at noon, with salt and rope. '.repeat(30);
    const estimateOf = (...titles: string[]): number => {
      const documents = titles.map((title) => ({ title, text }));
      return estimateRequestTokens({ system: '', messages: [{ role: 'user', text: 'When?', documents }], maxTokens: 9 })
        .tokens;
    };
    const [none, one, two] = [estimateOf(), estimateOf(''), estimateOf('', '')];
    expect(two - one).toBeGreaterThan(estimateTokens(text));
    expect(one - none).toBe(CITING_TOKENS + two - one);
    expect(estimateOf('The log of the Margrave')).toBeGreaterThan(one);
  });
});
