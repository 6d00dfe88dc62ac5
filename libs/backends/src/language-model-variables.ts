import { type ConfigValues, secretText, text, urlWithoutCredentials, variable } from '@arbiter/platform';
import { RETRIEVER_SECTION } from './store-variables.js';

/** One Ollama server may serve embeddings and language models. */
export const ollamaHost = variable({
  env: 'OLLAMA_HOST',
  schema: urlWithoutCredentials('http', 'https'),
  values: 'URL without user and password, such as http://127.0.0.1:11434',
  description: 'The Ollama server for embedding and language models.',
  common: true,
  publishedIn: RETRIEVER_SECTION,
});

/** Keys and servers of language models; spread them into an arm's `variables`. */
export const languageModelVariables = {
  anthropicApiKey: variable({
    env: 'ANTHROPIC_API_KEY',
    schema: secretText(),
    values: 'key',
    description: 'Key for Anthropic models (names that begin with claude).',
    secret: true,
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
  anthropicBaseUrl: variable({
    env: 'ANTHROPIC_BASE_URL',
    schema: urlWithoutCredentials('http', 'https'),
    values: 'URL without user, password and /v1, such as http://127.0.0.1:4000',
    description: 'A gateway that speaks Anthropic’s Messages API. Default: Anthropic’s own server.',
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
  openaiApiKey: variable({
    env: 'OPENAI_API_KEY',
    schema: secretText(),
    values: 'key',
    description: 'Key for OpenAI, or for a server with its chat completions API.',
    secret: true,
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
  openaiBaseUrl: variable({
    env: 'OPENAI_BASE_URL',
    schema: urlWithoutCredentials('http', 'https'),
    values: 'URL without user and password, such as http://127.0.0.1:8000/v1',
    description: 'A server with OpenAI’s chat completions API (vLLM, LM Studio). Default: OpenAI’s own.',
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
  ollamaHost,
};

export type LanguageModelSettings = ConfigValues<typeof languageModelVariables>;

/** Schema of a setting that names a language model, such as `SYNTHESIS_MODEL`. */
export function languageModelName() {
  return text();
}

/** Vendors of language models, used as prefixes of model names and as values of VALIDATION_LLM. */
export const LANGUAGE_MODEL_PROVIDERS = ['anthropic', 'ollama', 'openai'] as const;
export type LanguageModelProvider = (typeof LANGUAGE_MODEL_PROVIDERS)[number];

/** The values of such a setting, for people. */
export const LANGUAGE_MODEL_VALUES =
  'name of a model: claude-… (Anthropic), gpt-… (OpenAI or OPENAI_BASE_URL), or with the provider: anthropic/NAME, openai/NAME, ollama/NAME';

/** The language model that writes: the retriever asks it, and the validator what it thinks of what was written. */
export const writerVariables = {
  synthesisModel: variable({
    env: 'SYNTHESIS_MODEL',
    yaml: 'synthesis.model',
    schema: languageModelName(),
    values: LANGUAGE_MODEL_VALUES,
    description: 'The language model that writes syntheses; without one they are made of the sources’ own sentences.',
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
};
