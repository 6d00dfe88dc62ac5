import type { Cost, ModelRates, ModelUsage, PriceTable } from '@arbiter/contracts';

const MILLION = 1_000_000;

/** @returns those of the model itself; else those of the longest name with `*` that it begins with; else null */
export function ratesOf(model: string, { models }: PriceTable): ModelRates | null {
  if (Object.hasOwn(models, model)) return models[model] ?? null;
  const [best] = Object.keys(models)
    .filter((name) => name.endsWith('*') && model.startsWith(name.slice(0, -1)))
    .sort((a, b) => b.length - a.length);
  return best === undefined ? null : (models[best] ?? null);
}

/** @returns the part of a table that holds the prices of these models, each under its own name */
export function pricesOf(tokens: readonly ModelUsage[], table: PriceTable): PriceTable {
  const models = tokens.flatMap(({ model }) => {
    const rates = ratesOf(model, table);
    return rates ? [[model, rates] as const] : [];
  });
  return { currency: table.currency, models: Object.fromEntries(models) };
}

/** A model without a price is named, not guessed. */
export function costOf(tokens: readonly ModelUsage[], table: PriceTable): Cost {
  let amount = 0;
  const unpriced = new Set<string>();
  for (const usage of tokens) {
    const rates = ratesOf(usage.model, table);
    if (rates) amount += priceOf(usage, rates);
    else unpriced.add(usage.model);
  }
  return { amount, currency: table.currency, unpriced: [...unpriced] };
}

function priceOf(
  { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens }: ModelUsage,
  { input, output, cachedInput = input, cacheWrite = input }: ModelRates,
): number {
  // Vendors count the whole prompt as input; a cache read or write is a part of it at its own price.
  const plainTokens = Math.max(0, inputTokens - cachedInputTokens - cacheWriteTokens);
  return (
    (plainTokens * input + cachedInputTokens * cachedInput + cacheWriteTokens * cacheWrite + outputTokens * output) /
    MILLION
  );
}
