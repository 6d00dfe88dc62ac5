import { describe, expect, it } from '@jest/globals';
import { dialectOf } from './chat-params.js';

describe('dialectOf', () => {
  it.each([
    ['gpt-3.5-turbo', 'json-object', 'max_tokens', true, false],
    ['gpt-4', 'json-object', 'max_tokens', true, false],
    ['gpt-4-turbo', 'json-object', 'max_tokens', true, false],
    ['gpt-4o-mini', 'json-schema', 'max_tokens', true, false],
    ['gpt-4.1', 'json-schema', 'max_tokens', true, false],
    ['o3-mini', 'json-schema', 'max_completion_tokens', false, true],
    ['gpt-5-nano', 'json-schema', 'max_completion_tokens', false, true],
    ['qwen3-8b', 'json-schema', 'max_tokens', true, true],
    ['deepseek-ai/DeepSeek-R1-Distill-Qwen-7B', 'json-schema', 'max_tokens', true, true],
    ['mistral-7b-instruct', 'json-schema', 'max_tokens', true, false],
  ])('of %s is that of its family', (model, structuredOutput, maxTokensParameter, temperature, thinks) => {
    expect(dialectOf(model)).toEqual({ structuredOutput, maxTokensParameter, temperature, thinks, streamUsage: true });
  });
});
