import { z } from 'zod';
import { ERROR_TABLE, type ErrorCode } from './errors.js';
import type { AnyOperation } from './operation/define-operation.js';

/** `rerank` stands in records of former versions only. */
export const MODEL_ROLES = ['plan', 'decide', 'synthesise', 'see', 'validate', 'rerank'] as const;

/** Longest text of a call that is shown, in UTF-16 code units. Our prompts with their sources are shorter. */
export const MAX_SHOWN_PROMPT = 64_000;

/** What language models may still spend on one answer; travels with the requests on its behalf. */
export const ModelBudget = z.strictObject({
  /** Tokens of prompts and answers together, as the model counts them. A call that does not fit is not made. */
  maxTokens: z.int().min(0),
});
export type ModelBudget = z.output<typeof ModelBudget>;

/** Limit of language models for a whole answer. Absent fields set no limit; 0 allows no call. */
export const AnswerBudget = z.strictObject({
  /** Tokens of all prompts and answers together. */
  tokens: z.int().min(0).optional(),
  /** In the currency of the server's price table. */
  cost: z.number().min(0).optional(),
});
export type AnswerBudget = z.output<typeof AnswerBudget>;

/** Usage of language models on behalf of one request; tokens as the vendor bills them. */
export const ModelUsage = z.strictObject({
  /** Vendor and model, as in `anthropic/claude-…`: the key of the price table. */
  model: z.string().min(1),
  /** The whole prompt, including tokens read from or written to a cache. */
  inputTokens: z.int().min(0),
  outputTokens: z.int().min(0),
  /** Of the input, read from the vendor's prompt cache. */
  cachedInputTokens: z.int().min(0),
  /** Of the input, written to it. */
  cacheWriteTokens: z.int().min(0),
});
export type ModelUsage = z.output<typeof ModelUsage>;

/** Of two calls of one model. */
export function addUsage(a: ModelUsage, b: ModelUsage): ModelUsage {
  return {
    model: a.model,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
  };
}

const perMillion = z.number().min(0);

/** Price of a model, per million tokens. */
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

/** Prices by model, named as in ModelUsage. A name that ends in `*` matches all names with that prefix. */
export const PriceTable = z.strictObject({ currency: Currency, models: z.record(z.string().min(1), ModelRates) });
export type PriceTable = z.output<typeof PriceTable>;

/** Cost of language models. */
export const Cost = z.strictObject({
  amount: z.number().min(0),
  currency: Currency,
  /** Models without a price. The amount leaves them out and is then a lower bound. */
  unpriced: z.array(z.string()),
});
export type Cost = z.output<typeof Cost>;

/** Role of a language model. Each role may have its own model. */
export const ModelRole = z.enum(MODEL_ROLES);
export type ModelRole = z.output<typeof ModelRole>;

/** One call of a language model, as sent, and its reply. */
export const ModelCall = z.strictObject({
  role: ModelRole,
  /** Vendor and model, as in `anthropic/claude-…`. */
  model: z.string().min(1),
  /** Model and version of the reply, according to the vendor; null without a reply. */
  answeredBy: z.string().nullable(),
  /** Name and version of the prompt, as in `decision-1`. Every change of its wording raises the version. */
  prompt: z.string(),
  /** Instructions above the conversation. */
  system: z.string(),
  messages: z.array(z.strictObject({ role: z.enum(['user', 'assistant', 'tool']), text: z.string() })),
  /** The reply, as far as it was read. */
  answer: z.string(),
  /** UTF-16 code units omitted from texts longer than {@link MAX_SHOWN_PROMPT}. */
  cutCharacters: z.int().min(0),
  /** As the vendor bills them; null if the call was not billed. */
  tokens: ModelUsage.omit({ model: true }).nullable(),
  ms: z.number().min(0),
  /** Why there is no answer; null if there is one. */
  error: z.enum(Object.keys(ERROR_TABLE) as [ErrorCode, ...ErrorCode[]]).nullable(),
});
export type ModelCall = z.output<typeof ModelCall>;

/** Terms of a caller for language models; spread it into an input. */
export const modelTerms = {
  /** Remaining budget; absent: no limit. */
  budget: ModelBudget.optional(),
  /** True returns the calls in `modelCalls`. */
  includePrompts: z.boolean().optional(),
};
export const ModelTerms = z.strictObject(modelTerms);
export type ModelTerms = z.output<typeof ModelTerms>;

/** Whether an operation may call language models: its input has {@link modelTerms}. */
export function takesModelTerms({ input }: AnyOperation): boolean {
  return input instanceof z.ZodObject && Object.keys(modelTerms).every((key) => key in input.shape);
}

/** Report of an operation on its language models; spread it into an output. */
export const modelReport = {
  /** Absent where no language model answered. */
  usage: ModelUsage.optional(),
  /** In order; only if the request asks for it and a model was called. */
  modelCalls: z.array(ModelCall).optional(),
};
export const ModelReport = z.object(modelReport);
export type ModelReport = z.output<typeof ModelReport>;
