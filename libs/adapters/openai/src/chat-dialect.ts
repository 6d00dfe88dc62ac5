/** Where servers and models that speak OpenAI's protocol differ. */
export interface ChatDialect {
  /** `json-object` for models that know no schemas, such as gpt-3.5-turbo: then the schema is part of the instructions. */
  readonly structuredOutput: 'json-schema' | 'json-object';
  /** OpenAI's reasoning models take `max_completion_tokens` only, older servers `max_tokens` only. */
  readonly maxTokensParameter: 'max_tokens' | 'max_completion_tokens';
  /** false for models that refuse a temperature, such as OpenAI's reasoning models. */
  readonly temperature: boolean;
  /** false for servers that refuse `stream_options`; usage is then 0. */
  readonly streamUsage: boolean;
}

/** OpenAI's models from before structured outputs: gpt-3.5-turbo, gpt-4, gpt-4-turbo, gpt-4-0613; not gpt-4o, gpt-4.1. */
const WITHOUT_SCHEMAS = /^gpt-(3\.5|4$|4-)/;
/** OpenAI's reasoning models: o1, o3-mini, gpt-5, gpt-5-nano. */
const REASONING = /^(o\d|gpt-5)/;

/** What OpenAI's own models speak, by their names; any other name speaks what most servers do. */
export function dialectOf(model: string): ChatDialect {
  const reasons = REASONING.test(model);
  return {
    structuredOutput: WITHOUT_SCHEMAS.test(model) ? 'json-object' : 'json-schema',
    maxTokensParameter: reasons ? 'max_completion_tokens' : 'max_tokens',
    temperature: !reasons,
    streamUsage: true,
  };
}
