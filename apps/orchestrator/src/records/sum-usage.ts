import { ModelUsage, type RecordedCall } from '@arbiter/contracts';

/** What an arm's cache answers was paid for by the answer before. */
const FROM_CACHE = 'hit';

/** What the callees say that language models were asked on the way, summed by model in the order of their first use. */
export function sumUsage(calls: readonly Pick<RecordedCall, 'output' | 'annotations'>[]): ModelUsage[] {
  const sums = new Map<string, ModelUsage>();
  for (const { output, annotations } of calls) {
    const usage = annotations.cache === FROM_CACHE ? null : usageOf(output);
    if (!usage) continue;
    const sum = sums.get(usage.model);
    sums.set(usage.model, sum ? addUsage(sum, usage) : usage);
  }
  return [...sums.values()];
}

export function addUsage(a: ModelUsage, b: ModelUsage): ModelUsage {
  return {
    model: a.model,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
  };
}

function usageOf(output: unknown): ModelUsage | null {
  if (typeof output !== 'object' || output === null || !('usage' in output)) return null;
  return ModelUsage.safeParse(output.usage).data ?? null;
}
