import type { ModelUsage } from '@arbiter/contracts';
import type { Generation } from '@arbiter/ports';

/**
 * What several answers of one model cost together.
 *
 * @param model vendor and model, as a price table has it
 * @returns null where there was no answer
 */
export function modelUsageOf(model: string, generations: readonly Pick<Generation, 'usage'>[]): ModelUsage | null {
  if (generations.length === 0) return null;
  const sumOf = (key: keyof Generation['usage']): number => generations.reduce((sum, { usage }) => sum + usage[key], 0);
  return {
    model,
    inputTokens: sumOf('inputTokens'),
    outputTokens: sumOf('outputTokens'),
    cachedInputTokens: sumOf('cachedInputTokens'),
    cacheWriteTokens: sumOf('cacheWriteTokens'),
  };
}
