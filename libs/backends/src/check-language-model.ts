import { withDeadline } from '@arbiter/adapter-kit';
import { ArbiterError, type ErrorCode } from '@arbiter/contracts';
import type { LanguageModel } from '@arbiter/ports';

/** Longest wait for a vendor at the start, in milliseconds. */
const PATIENCE_MS = 5_000;

/** What no waiting mends. */
const PERMANENT: ReadonlySet<ErrorCode> = new Set(['NOT_FOUND', 'UNAUTHENTICATED', 'FORBIDDEN', 'INVALID_REQUEST']);

/**
 * Asks at the start whether a language model can be had: its vendor answers, takes the key and has the model.
 *
 * @param onAway told why nobody answers now: the vendor may come later, and what stands behind the model does until then
 * @throws ArbiterError NOT_FOUND with the command that gets the model (`ollama pull …`), UNAUTHENTICATED or FORBIDDEN with
 *   the setting that holds the key
 */
export async function checkLanguageModel(
  model: LanguageModel,
  onAway: (why: string) => void,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  try {
    const limits = { timeoutMs: patienceMs, what: model.name };
    await withDeadline(new AbortController().signal, limits, (signal) => model.health(signal));
  } catch (thrown) {
    const error = ArbiterError.from(thrown);
    if (PERMANENT.has(error.code)) throw error;
    onAway(error.message);
  }
}
