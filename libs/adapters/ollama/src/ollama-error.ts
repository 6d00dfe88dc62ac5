import { isConnectionFailure, protocolError, unreachableError, vendorError } from '@arbiter/adapter-kit/language-model';
import { ArbiterError } from '@arbiter/contracts';
import type { Clock } from '@arbiter/ports';
import { OllamaFailure } from './ollama-fetch.js';

/**
 * @param modelRemedy what to do when Ollama does not have the model
 * @returns the port's error for what a call of the SDK threw; a bug of ours as it is
 */
export function arbiterErrorOf(thrown: unknown, modelRemedy: string, clock: Clock): unknown {
  if (thrown instanceof ArbiterError) return thrown;
  if (thrown instanceof OllamaFailure) {
    const { status, retryAfter, message } = thrown;
    const failure = { vendor: 'Ollama', status, retryAfter, message, keySetting: 'OLLAMA_HOST', modelRemedy };
    return vendorError({ ...failure, cause: thrown }, clock.now());
  }
  if (isConnectionFailure(thrown)) {
    return unreachableError('Ollama', 'is `ollama serve` running, and OLLAMA_HOST its address?', thrown);
  }
  if (thrown instanceof SyntaxError) return protocolError('Ollama', 'it is not JSON', thrown);
  // The SDK's own, for a stream that ends without its last message.
  if (thrown instanceof Error && thrown.constructor === Error) {
    return unreachableError('Ollama', 'the stream has no end', thrown);
  }
  return thrown;
}
