import { ArbiterError, ERROR_TABLE, synthesize, type Passage } from '@arbiter/contracts';
import type { OperationClient, OperationContext } from '@arbiter/messaging';

/**
 * Reads passages for what a description stands for: "the man who built the light" → "Odo Finch".
 *
 * @returns null where nothing in them says it, or nobody could read
 */
export type ReadHop = (description: string, passages: readonly Passage[]) => Promise<string | null>;

/** Best ones that are read for one hop: an answer is made from twelve, and a question may have three hops. */
const READ_PASSAGES = 8;
/** What a language model may take for it: none is asked, since the reader gives the words as well and at once. */
const NO_LANGUAGE_MODEL = { maxTokens: 0 };
/** A description that is a question already. */
const QUESTION = /^(?:who|whom|whose|what|which|where|when|how|in|on)\b/i;

/** Reads by the synthesis of the retriever. A reading that fails is none: names lead on then. */
export function readHopWith(client: OperationClient, context: OperationContext): ReadHop {
  return async (description, passages) => {
    if (passages.length === 0) return null;
    const query = QUESTION.test(description) ? description : `What is ${description.replace(/\?$/, '')}?`;
    const input = { query, passages: passages.slice(0, READ_PASSAGES), budget: NO_LANGUAGE_MODEL };
    try {
      const { shortAnswer } = await client.request(synthesize, input, { parent: context });
      return shortAnswer ?? null;
    } catch (thrown) {
      context.signal.throwIfAborted();
      if (thrown instanceof ArbiterError && ERROR_TABLE[thrown.code].retryable) return null;
      throw thrown;
    }
  };
}
