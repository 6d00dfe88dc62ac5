import { isConnectionFailure, protocolError, unreachableError, vendorError } from '@arbiter/adapter-kit/language-model';
import { ArbiterError } from '@arbiter/contracts';
import type { Clock } from '@arbiter/ports';
import { AnthropicError, APIConnectionError, APIError } from '@anthropic-ai/sdk';

/** The variable that holds the key; errors name it. */
export const ANTHROPIC_KEY_SETTING = 'ANTHROPIC_API_KEY';

/**
 * An error in the middle of a stream has a type, but no status of its own.
 * https://platform.claude.com/docs/en/api/errors
 */
const STATUS_OF_TYPE: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
};

/** @returns the port's error for what the SDK threw; a bug of ours as it is */
export function arbiterErrorOf(thrown: unknown, model: string, clock: Clock): unknown {
  if (thrown instanceof ArbiterError) return thrown;
  // Before APIError, whose subclass it is.
  if (thrown instanceof APIConnectionError) return unreachableError('Anthropic', 'no connection', thrown);
  if (thrown instanceof APIError) {
    const { status, type, headers, apiMessage } = thrown as APIError;
    return vendorError(
      {
        vendor: 'Anthropic',
        status: status ?? STATUS_OF_TYPE[type ?? ''] ?? 500,
        retryAfter: headers?.get('retry-after') ?? null,
        message: apiMessage ?? undefined,
        keySetting: ANTHROPIC_KEY_SETTING,
        modelRemedy: `Anthropic has no model "${model}" for this key: name another one (SYNTHESIS_MODEL).`,
        cause: thrown,
      },
      clock.now(),
    );
  }
  if (thrown instanceof SyntaxError || thrown instanceof AnthropicError) {
    return protocolError('Anthropic', 'it is not what the API describes', thrown);
  }
  if (isConnectionFailure(thrown)) return unreachableError('Anthropic', 'the connection broke', thrown);
  return thrown;
}
