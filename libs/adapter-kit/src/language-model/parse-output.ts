import { ArbiterError } from '@arbiter/contracts';
import type { GenerationRequest, StopReason } from '@arbiter/ports';

/**
 * @returns the JSON that the text is, where the request wants an output and the model did not refuse; else null
 * @throws ArbiterError INVALID_REQUEST when the text was cut at `maxTokens`, which would happen again; UNAVAILABLE with
 *   `details.reason` `malformed-output` when it is not JSON. Neither holds any of the text
 */
export function parseOutput(request: GenerationRequest, text: string, stopReason: StopReason): unknown {
  if (!request.output || stopReason === 'refusal') return null;
  const { name } = request.output;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    if (stopReason === 'length') {
      throw new ArbiterError(
        'INVALID_REQUEST',
        `The output "${name}" did not fit into ${request.maxTokens} tokens: allow more, or ask for less.`,
        { details: { reason: 'truncated-output', output: name, maxTokens: request.maxTokens } },
      );
    }
    throw new ArbiterError('UNAVAILABLE', `The language model gave something that is not JSON for "${name}".`, {
      details: { reason: 'malformed-output', output: name, characters: text.length },
    });
  }
}
