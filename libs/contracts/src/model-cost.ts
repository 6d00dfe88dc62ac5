import { z } from 'zod';

const perMillion = z.number().min(0);

/** What a model costs, per million tokens. */
export const ModelRates = z.strictObject({
  /** Input that is neither read from nor written to a prompt cache. */
  input: perMillion,
  output: perMillion,
  /** Input read from the cache; as `input` when absent. */
  cachedInput: perMillion.optional(),
  /** Input written to it; as `input` when absent. */
  cacheWrite: perMillion.optional(),
});
export type ModelRates = z.output<typeof ModelRates>;

export const Currency = z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as USD');

/** Prices by model, named as in ModelUsage; a name that ends in `*` stands for all that begin so. */
export const PriceTable = z.strictObject({ currency: Currency, models: z.record(z.string().min(1), ModelRates) });
export type PriceTable = z.output<typeof PriceTable>;

/** What language models cost. */
export const Cost = z.strictObject({
  amount: z.number().min(0),
  currency: Currency,
  /** Models without a price, which the amount leaves out: it is a lower bound then. */
  unpriced: z.array(z.string()),
});
export type Cost = z.output<typeof Cost>;
