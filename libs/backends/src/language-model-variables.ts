import { secretText, text, urlWithoutCredentials, variable, type ConfigValues } from '@arbiter/platform';
import { ollamaHost } from './model-variables.js';
import { RETRIEVER_SECTION } from './store-variables.js';

/** Who writes where a language model is wanted; spread them into an arm's `variables`. */
export const languageModelVariables = {
  anthropicApiKey: variable({
    env: 'ANTHROPIC_API_KEY',
    schema: secretText(),
    values: 'key',
    description: 'Key for models of Anthropic (names that begin with claude).',
    secret: true,
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
  openaiApiKey: variable({
    env: 'OPENAI_API_KEY',
    schema: secretText(),
    values: 'key',
    description: 'Key for models of OpenAI, or of a server that speaks its chat completions.',
    secret: true,
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
  openaiBaseUrl: variable({
    env: 'OPENAI_BASE_URL',
    schema: urlWithoutCredentials('http', 'https'),
    values: 'URL without user and password, such as http://127.0.0.1:8000/v1',
    description: 'A server that speaks OpenAI’s chat completions (vLLM, LM Studio); OpenAI’s own when absent.',
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
  ollamaHost,
};

export type LanguageModelSettings = ConfigValues<typeof languageModelVariables>;

/** A setting that names a language model: `SYNTHESIS_MODEL`. */
export function languageModelName() {
  return text();
}

/** What such a setting may hold, for people. */
export const LANGUAGE_MODEL_VALUES =
  'name of a model: claude-… (Anthropic), gpt-… (OpenAI or OPENAI_BASE_URL), or with its provider in front: anthropic/NAME, openai/NAME, ollama/NAME';
