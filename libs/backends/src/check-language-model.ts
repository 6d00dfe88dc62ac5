import { withDeadline } from '@arbiter/adapter-kit/resilience';
import { ArbiterError, type ErrorCode } from '@arbiter/contracts';
import type { Logger } from '@arbiter/platform';
import type { LanguageModel } from '@arbiter/ports';

/** A language model of an arm, and what does its work while it is away: "rules plan". */
export interface ModelOnDuty {
  readonly model: LanguageModel;
  readonly meanwhile: string;
}

/** Longest wait for a vendor at the start, in milliseconds. */
const PATIENCE_MS = 5_000;

/** What no waiting mends. */
const PERMANENT: ReadonlySet<ErrorCode> = new Set(['NOT_FOUND', 'UNAUTHENTICATED', 'FORBIDDEN', 'INVALID_REQUEST']);

/**
 * Asks at the start whether language models can be had: their vendors answer, take the keys and have the models. One that
 * nobody answers for is logged: its vendor may come later, and what stands behind the model does its work until then.
 *
 * @throws ArbiterError NOT_FOUND with the command that gets the model (`ollama pull …`), UNAUTHENTICATED or FORBIDDEN with
 *   the setting that holds the key
 */
export async function checkLanguageModels(
  onDuty: readonly ModelOnDuty[],
  logger: Pick<Logger, 'warn'>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  await Promise.all(onDuty.map((each) => check(each, logger, patienceMs)));
}

async function check({ model, meanwhile }: ModelOnDuty, logger: Pick<Logger, 'warn'>, timeoutMs: number) {
  try {
    const limits = { timeoutMs, what: model.name };
    await withDeadline(new AbortController().signal, limits, (signal) => model.health(signal));
  } catch (thrown) {
    const error = ArbiterError.from(thrown);
    if (PERMANENT.has(error.code)) throw error;
    logger.warn({ model: model.name, why: error.message }, `a language model is away; ${meanwhile} until it is back`);
  }
}
