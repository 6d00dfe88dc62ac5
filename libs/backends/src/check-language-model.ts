import { GuardedLanguageModel } from '@arbiter/adapter-kit/language-model';
import { type CircuitState, withDeadline } from '@arbiter/adapter-kit/resilience';
import { ArbiterError, type ErrorCode } from '@arbiter/contracts';
import type { Logger } from '@arbiter/platform';
import type { LanguageModel } from '@arbiter/ports';
import { Gauge, type Registry } from 'prom-client';
import { countLanguageModel } from './watch-language-model.js';

/** Longest wait for a vendor at the start, in milliseconds. */
const START_TIMEOUT_MS = 5_000;

/** Errors that waiting does not mend. */
const PERMANENT: ReadonlySet<ErrorCode> = new Set(['NOT_FOUND', 'UNAUTHENTICATED', 'FORBIDDEN', 'INVALID_REQUEST']);

const NAME = 'arbiter_language_model_circuit';
const VALUES: Readonly<Record<CircuitState, number>> = { closed: 0, 'half-open': 1, open: 2 };

/** A language model of an arm, and what does its work while it is away: "rules plan". */
export interface ModelOnDuty {
  readonly model: LanguageModel;
  readonly meanwhile: string;
}

/**
 * Checks at the start that vendors answer, accept the keys and have the models. A vendor that does not answer is only
 * logged, because it may come back; until then the fallback does the model's work. A model that its server has not loaded yet
 * is loaded meanwhile.
 *
 * @throws ArbiterError NOT_FOUND with the command that gets the model (`ollama pull …`), UNAUTHENTICATED or FORBIDDEN with
 *   the setting that holds the key
 */
export async function checkLanguageModels(onDuty: readonly ModelOnDuty[], logger: Pick<Logger, 'warn'>): Promise<void> {
  await Promise.all(onDuty.map((each) => check(each, logger)));
}

async function check({ model, meanwhile }: ModelOnDuty, logger: Pick<Logger, 'warn'>): Promise<void> {
  try {
    const limits = { timeoutMs: START_TIMEOUT_MS, what: model.name };
    await withDeadline(new AbortController().signal, limits, (signal) => model.health(signal));
    void warmUp(model, logger);
  } catch (thrown) {
    const error = ArbiterError.from(thrown);
    if (PERMANENT.has(error.code)) throw error;
    logger.warn({ model: model.name, why: error.message }, `a language model is away; ${meanwhile} until it is back`);
  }
}

/** Not awaited by a start: it takes minutes for a large model. */
async function warmUp(model: LanguageModel, logger: Pick<Logger, 'warn'>): Promise<void> {
  try {
    await model.warmUp(new AbortController().signal);
  } catch (thrown) {
    const { message } = ArbiterError.from(thrown);
    logger.warn({ model: model.name, why: message }, 'a language model was not loaded before the first question');
  }
}

/**
 * Shows in metrics and log whether a language model is called, or skipped because its vendor is away; counts its calls.
 *
 * @param role task of the model: `synthesise`
 */
export function watchCircuit(
  model: LanguageModel,
  role: string,
  { registry, logger }: { readonly registry: Registry; readonly logger: Logger },
): void {
  if (!(model instanceof GuardedLanguageModel)) return;
  countLanguageModel(model, registry);
  const labels = { role, model: model.name };
  const gauge = gaugeOf(registry);
  gauge.set(labels, VALUES[model.circuit.state]);
  model.circuit.onChange((state, last) => {
    gauge.set(labels, VALUES[state]);
    if (state === 'open') logger.warn({ ...labels, why: last?.message }, 'a language model is not asked for a while');
    if (state === 'closed') logger.info(labels, 'a language model is asked again');
  });
}

/** One for all models of a process. */
function gaugeOf(registry: Registry): Gauge<'role' | 'model'> {
  const known = registry.getSingleMetric(NAME);
  // Registered here alone, so that its type is known.
  if (known) return known as Gauge<'role' | 'model'>;
  return new Gauge({
    name: NAME,
    help: 'Whether a language model is asked: 0 as usual, 2 not at all since its vendor is away, 1 for one trial.',
    labelNames: ['role', 'model'],
    registers: [registry],
  });
}
