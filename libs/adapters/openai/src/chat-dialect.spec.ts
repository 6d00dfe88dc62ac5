import { describe, expect, it } from '@jest/globals';
import { dialectOf } from './chat-params.js';

describe('dialectOf', () => {
  it.each([
    ['gpt-3.5-turbo', 'json-object', 'max_tokens', true],
    ['gpt-4', 'json-object', 'max_tokens', true],
    ['gpt-4-turbo', 'json-object', 'max_tokens', true],
    ['gpt-4o-mini', 'json-schema', 'max_tokens', true],
    ['gpt-4.1', 'json-schema', 'max_tokens', true],
    ['o3-mini', 'json-schema', 'max_completion_tokens', false],
    ['gpt-5-nano', 'json-schema', 'max_completion_tokens', false],
    ['qwen3-8b', 'json-schema', 'max_tokens', true],
  ])('of %s is that of its family', (model, structuredOutput, maxTokensParameter, temperature) => {
    expect(dialectOf(model)).toEqual({ structuredOutput, maxTokensParameter, temperature, streamUsage: true });
  });
});
