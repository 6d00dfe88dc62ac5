import { ArbiterError, ModelUsage } from '@arbiter/contracts';
import type { TokenUsage, Generation } from '@arbiter/ports';
import { z } from 'zod';

const Billed = z.object({ usage: ModelUsage.omit({ model: true }) });

const NOTHING: TokenUsage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0 };

/** The same error with what the answer behind it cost, in `details.usage`: the vendor bills what cannot be used, too. */
export function billedError(error: unknown, usage: TokenUsage): unknown {
  if (!(error instanceof ArbiterError)) return error;
  const { code, message, details, cause } = error;
  return new ArbiterError(code, message, { details: { ...details, usage: { ...usage } }, cause });
}

/** @returns null for an error that cost nothing, or whose cost is unknown */
export function usageOfError(error: unknown): TokenUsage | null {
  if (!(error instanceof ArbiterError)) return null;
  return Billed.safeParse(error.details).data?.usage ?? null;
}

export function sumUsages(usages: readonly TokenUsage[]): TokenUsage {
  return usages.reduce(
    (sum, each) => ({
      inputTokens: sum.inputTokens + each.inputTokens,
      outputTokens: sum.outputTokens + each.outputTokens,
      cachedInputTokens: sum.cachedInputTokens + each.cachedInputTokens,
      cacheWriteTokens: sum.cacheWriteTokens + each.cacheWriteTokens,
    }),
    NOTHING,
  );
}

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
