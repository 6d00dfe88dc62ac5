import type { Cost, ModelUsage } from '@arbiter/contracts';

/** `ollama/llama3.2 1200 in, 300 out · USD 0.0040`; a model without a price is named. */
export function renderCosts(tokens: readonly ModelUsage[], costs: readonly Cost[]): string {
  return [
    ...tokens.map(({ model, inputTokens, outputTokens }) => `${model} ${inputTokens} in, ${outputTokens} out`),
    ...costs.map(renderCost),
  ].join(' · ');
}

/** Four digits behind the point: a question costs fractions of a cent. */
export function renderCost({ amount, currency, unpriced }: Cost): string {
  const without = unpriced.length > 0 ? ` (without ${unpriced.join(', ')}, no price known)` : '';
  return `${currency} ${amount.toFixed(4)}${without}`;
}
