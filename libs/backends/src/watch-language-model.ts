import { GuardedLanguageModel, type ModelUse } from '@arbiter/adapter-kit/language-model';
import type { LanguageModel } from '@arbiter/ports';
import { Counter, Histogram, type Registry } from 'prom-client';

const CALLS = 'arbiter_language_model_calls_total';
const TOKENS = 'arbiter_language_model_tokens_total';
const SECONDS = 'arbiter_language_model_duration_seconds';

/** From a short decision of a small model to a long answer of a large one, in seconds. */
const DURATION_BUCKETS_S = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160];

/** Counts what a language model is asked, by prompt: calls with their outcome, time, and tokens as billed. */
export function countLanguageModel(model: LanguageModel, registry: Registry): void {
  if (!(model instanceof GuardedLanguageModel)) return;
  const metrics = metricsOf(registry);
  // Arms of one process, and tasks of one arm, may share a model.
  model.observe(registry, ({ prompt, code, usage, durationMs }: ModelUse) => {
    const labels = { model: model.name, prompt: prompt ?? 'none' };
    metrics.calls.inc({ ...labels, code });
    metrics.seconds.observe(labels, durationMs / 1_000);
    if (!usage) return;
    // Of the input, what a cache held is billed at another price.
    metrics.tokens.inc(
      { ...labels, type: 'input' },
      usage.inputTokens - usage.cachedInputTokens - usage.cacheWriteTokens,
    );
    metrics.tokens.inc({ ...labels, type: 'output' }, usage.outputTokens);
    metrics.tokens.inc({ ...labels, type: 'cached_input' }, usage.cachedInputTokens);
    metrics.tokens.inc({ ...labels, type: 'cache_write' }, usage.cacheWriteTokens);
  });
}

function metricsOf(registry: Registry) {
  const registers = [registry];
  // Registered here alone, so that their types are known.
  return {
    calls:
      (registry.getSingleMetric(CALLS) as Counter<'model' | 'prompt' | 'code'> | undefined) ??
      new Counter({
        name: CALLS,
        help: 'Calls of language models by outcome: OK or the code of the error; CANCELLED where nobody read to the end.',
        labelNames: ['model', 'prompt', 'code'],
        registers,
      }),
    tokens:
      (registry.getSingleMetric(TOKENS) as Counter<'model' | 'prompt' | 'type'> | undefined) ??
      new Counter({
        name: TOKENS,
        help: 'Tokens as vendors bill them; input without what their caches read or wrote.',
        labelNames: ['model', 'prompt', 'type'],
        registers,
      }),
    seconds:
      (registry.getSingleMetric(SECONDS) as Histogram<'model' | 'prompt'> | undefined) ??
      new Histogram({
        name: SECONDS,
        help: 'Time from the question to the end of the answer, retries included.',
        labelNames: ['model', 'prompt'],
        buckets: DURATION_BUCKETS_S,
        registers,
      }),
  };
}
