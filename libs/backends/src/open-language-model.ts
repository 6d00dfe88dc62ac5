import { GuardedLanguageModel } from '@arbiter/adapter-kit/language-model';
import { ArbiterError } from '@arbiter/contracts';
import { type LanguageModel, SYSTEM_CLOCK } from '@arbiter/ports';
import { traceLanguageModel } from './tracing/trace-models.js';
import {
  LANGUAGE_MODEL_PROVIDERS,
  type LanguageModelProvider,
  type LanguageModelSettings,
} from './language-model-variables.js';

/** How long Ollama keeps a model loaded after a call: over the pauses of one sitting, and its own five minutes are not. */
const OLLAMA_KEEP_ALIVE = '30m';

/** Longest silence of a model that its vendor runs, in milliseconds: it is loaded, and its queues are short. */
const HOSTED_SILENCE_MS = 60_000;
/** The same of a server of one's own: it may load tens of gigabytes, then read a long prompt without a graphics card. */
const OWN_SERVER_SILENCE_MS = 300_000;

export interface OpenLanguageModelOptions {
  /** What to do to get by without one, for the error. Default: to leave the setting out. */
  readonly without?: string;
  /** Tokens of thought beside those of an answer. Default: what its adapter allows a model that thinks by itself. */
  readonly thinkingTokens?: number | undefined;
}

/**
 * The language model that a setting names, behind a circuit breaker: while its vendor is away, calls fail at once. Only
 * the SDK of its own vendor is loaded.
 *
 * @param setting the variable that holds the name, for the error
 * @throws ArbiterError INVALID_REQUEST when the name gives no provider, or the provider's key is missing. The error
 *   names both remedies; no other model takes its place
 */
export async function openLanguageModel(
  name: string,
  setting: string,
  settings: LanguageModelSettings,
  { without = `leave ${setting} out to answer without a language model`, ...limits }: OpenLanguageModelOptions = {},
): Promise<LanguageModel> {
  const model = await openVendor(name, setting, settings, { without, ...limits });
  return new GuardedLanguageModel(traceLanguageModel(model), SYSTEM_CLOCK);
}

async function openVendor(
  name: string,
  setting: string,
  settings: LanguageModelSettings,
  { without, thinkingTokens }: OpenLanguageModelOptions & { readonly without: string },
): Promise<LanguageModel> {
  const { provider, model } = parseModelName(name, setting, settings, without);
  const missing = (key: string): never => {
    throw new ArbiterError(
      'INVALID_REQUEST',
      `${setting} is "${name}", and ${key} is not set: set the key, or ${without}.`,
      { details: { setting, key } },
    );
  };
  const isHosted = provider === 'anthropic' || (provider === 'openai' && settings.openaiBaseUrl === undefined);
  const silenceMs = isHosted ? HOSTED_SILENCE_MS : OWN_SERVER_SILENCE_MS;
  switch (provider) {
    case 'anthropic': {
      const apiKey = settings.anthropicApiKey ?? missing('ANTHROPIC_API_KEY');
      const { anthropicBaseUrl: baseUrl } = settings;
      const { createAnthropicLanguageModel } = await import('@arbiter/adapters-anthropic');
      return createAnthropicLanguageModel({
        apiKey,
        model,
        silenceMs,
        thinkingTokens,
        ...(baseUrl !== undefined && { baseUrl }),
      });
    }
    case 'openai': {
      const { openaiApiKey, openaiBaseUrl: baseUrl } = settings;
      // A server of one's own may do without a key.
      const apiKey = openaiApiKey ?? (baseUrl === undefined ? missing('OPENAI_API_KEY') : '');
      const { createOpenAILanguageModel } = await import('@arbiter/adapters-openai');
      return createOpenAILanguageModel({
        apiKey,
        model,
        silenceMs,
        thinkingTokens,
        ...(baseUrl !== undefined && { baseUrl }),
      });
    }
    case 'ollama': {
      const { ollamaHost: host } = settings;
      const { createOllamaLanguageModel } = await import('@arbiter/adapters-ollama');
      return createOllamaLanguageModel({
        model,
        silenceMs,
        thinkingTokens,
        keepAlive: OLLAMA_KEEP_ALIVE,
        ...(host !== undefined && { host }),
      });
    }
  }
}

function parseModelName(
  name: string,
  setting: string,
  settings: LanguageModelSettings,
  without: string,
): { readonly provider: LanguageModelProvider; readonly model: string } {
  const prefixed = LANGUAGE_MODEL_PROVIDERS.find((provider) => name.startsWith(`${provider}/`));
  if (prefixed) return { provider: prefixed, model: name.slice(prefixed.length + 1) };
  if (/^claude/i.test(name)) return { provider: 'anthropic', model: name };
  if (/^(gpt-|chatgpt-|o\d)/i.test(name) || settings.openaiBaseUrl !== undefined)
    return { provider: 'openai', model: name };
  throw new ArbiterError(
    'INVALID_REQUEST',
    `${setting} is "${name}", and it is not clear who runs that: write anthropic/${name}, openai/${name} or ollama/${name}, or ${without}.`,
    { details: { setting } },
  );
}
