import { z } from 'zod';
import { ERROR_TABLE, type ErrorCode } from './errors.js';
import type { AnyOperation } from './operation/define-operation.js';

export const MODEL_ROLES = ['plan', 'decide', 'synthesise', 'validate', 'rerank'] as const;

/** Longest text of a call that is shown, in UTF-16 code units: no prompt of ours with its sources is as long. */
export const MAX_SHOWN_PROMPT = 64_000;

/** What language models may still take for one answer; travels with the requests that are made on its behalf. */
export const ModelBudget = z.strictObject({
  /** Tokens of prompts and answers together, as the model's own kind counts them. What does not fit is not asked. */
  maxTokens: z.int().min(0),
});
export type ModelBudget = z.output<typeof ModelBudget>;

/** What language models may take for a whole answer; absent bounds nothing, 0 asks none of them. */
export const AnswerBudget = z.strictObject({
  /** Tokens of all prompts and answers together. */
  tokens: z.int().min(0).optional(),
  /** In the currency of the server's price table. */
  cost: z.number().min(0).optional(),
});
export type AnswerBudget = z.output<typeof AnswerBudget>;

/** What language models were asked for on behalf of one request; the tokens as the vendor bills them. */
export const ModelUsage = z.strictObject({
  /** Vendor and model, as in `anthropic/claude-…`: what a price table is read by. */
  model: z.string().min(1),
  /** The whole prompt, what came from or went into a cache included. */
  inputTokens: z.int().min(0),
  outputTokens: z.int().min(0),
  /** Of the input, read from the vendor's prompt cache. */
  cachedInputTokens: z.int().min(0),
  /** Of the input, written to it. */
  cacheWriteTokens: z.int().min(0),
});
export type ModelUsage = z.output<typeof ModelUsage>;

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

/** What a language model is asked for. Each role may have a model of its own. */
export const ModelRole = z.enum(MODEL_ROLES);
export type ModelRole = z.output<typeof ModelRole>;

/** One question to a language model, as it was sent, and what came back. */
export const ModelCall = z.strictObject({
  role: ModelRole,
  /** Vendor and model, as in `anthropic/claude-…`. */
  model: z.string().min(1),
  /** The model and version that the vendor says has answered; null where nothing came back. */
  answeredBy: z.string().nullable(),
  /** Name and version of the prompt, as in `decision-1`: another one whenever a word of it changes. */
  prompt: z.string(),
  /** Instructions above the conversation. */
  system: z.string(),
  messages: z.array(z.strictObject({ role: z.enum(['user', 'assistant', 'tool']), text: z.string() })),
  /** What the model wrote, as far as it was read. */
  answer: z.string(),
  /** UTF-16 code units that were left out of texts longer than {@link MAX_SHOWN_PROMPT}. */
  cutCharacters: z.int().min(0),
  /** As the vendor bills them; null where it did not come to that. */
  tokens: ModelUsage.omit({ model: true }).nullable(),
  ms: z.number().min(0),
  /** Why no answer came; null where one did. */
  error: z.enum(Object.keys(ERROR_TABLE) as [ErrorCode, ...ErrorCode[]]).nullable(),
});
export type ModelCall = z.output<typeof ModelCall>;

/** What a caller says about the language models that an operation may ask; spread it into an input. */
export const modelTerms = {
  /** What they may still take; as much as they like when absent. */
  budget: ModelBudget.optional(),
  /** True returns what they were asked, in `modelCalls`. */
  includePrompts: z.boolean().optional(),
};
export const ModelTerms = z.strictObject(modelTerms);
export type ModelTerms = z.output<typeof ModelTerms>;

/** Whether an operation may ask language models: its input has {@link modelTerms}. */
export function takesModelTerms({ input }: AnyOperation): boolean {
  return input instanceof z.ZodObject && Object.keys(modelTerms).every((key) => key in input.shape);
}

/** What such an operation says of the models it has asked; spread it into an output. */
export const modelReport = {
  /** Absent where no language model answered. */
  usage: ModelUsage.optional(),
  /** In order; only where the request asks for it and a model was asked. */
  modelCalls: z.array(ModelCall).optional(),
};
export const ModelReport = z.object(modelReport);
export type ModelReport = z.output<typeof ModelReport>;
