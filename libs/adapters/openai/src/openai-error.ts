import { isConnectionFailure, protocolError, unreachableError, vendorError } from '@arbiter/adapter-kit/language-model';
import { ArbiterError } from '@arbiter/contracts';
import type { Clock } from '@arbiter/ports';
import { APIConnectionError, APIError, OpenAIError } from 'openai';

/** The variable that holds the key; errors name it. */
export const OPENAI_KEY_SETTING = 'OPENAI_API_KEY';

const VENDOR = 'The OpenAI-compatible server';

/** Codes that say more than the status beside them, or come without one in the middle of a stream. */
const STATUS_OF_CODE: Readonly<Partial<Record<string, number>>> = {
  // Comes with 429, but no waiting helps: there is no credit left.
  insufficient_quota: 402,
  rate_limit_exceeded: 429,
  server_overloaded: 503,
  context_length_exceeded: 400,
  invalid_request_error: 400,
};

/** @returns the port's error for what the SDK threw; a bug of ours as it is */
export function arbiterErrorOf(thrown: unknown, model: string, clock: Clock): unknown {
  if (thrown instanceof ArbiterError) return thrown;
  // Before APIError, whose subclass it is.
  if (thrown instanceof APIConnectionError) return unreachableError(VENDOR, 'no connection', thrown);
  if (thrown instanceof APIError) {
    const { status, code, type, headers, error } = thrown as APIError;
    return vendorError(
      {
        ...settingsOf(model),
        status: STATUS_OF_CODE[code ?? ''] ?? status ?? STATUS_OF_CODE[type ?? ''] ?? 500,
        retryAfter: headers?.get('retry-after') ?? null,
        message: messageOf(error),
        cause: thrown,
      },
      clock.now(),
    );
  }
  if (thrown instanceof SyntaxError || thrown instanceof OpenAIError) {
    return protocolError(VENDOR, 'it is not what the API describes', thrown);
  }
  if (isConnectionFailure(thrown)) return unreachableError(VENDOR, 'the connection broke', thrown);
  return thrown;
}

export function modelMissing(model: string, clock: Clock): ArbiterError {
  return vendorError({ ...settingsOf(model), status: 404 }, clock.now());
}

function settingsOf(model: string): { vendor: string; keySetting: string; modelRemedy: string } {
  return {
    vendor: VENDOR,
    keySetting: OPENAI_KEY_SETTING,
    modelRemedy: `${VENDOR} has no model "${model}": name one that it lists (SYNTHESIS_MODEL), or another server (OPENAI_BASE_URL).`,
  };
}

function messageOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined;
  return typeof error.message === 'string' ? error.message : undefined;
}
