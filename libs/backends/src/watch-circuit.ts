import { GuardedLanguageModel } from '@arbiter/adapter-kit/language-model';
import type { CircuitState } from '@arbiter/adapter-kit/resilience';
import type { Logger } from '@arbiter/platform';
import type { LanguageModel } from '@arbiter/ports';
import { Gauge, type Registry } from 'prom-client';

const NAME = 'arbiter_language_model_circuit';
const VALUES: Readonly<Record<CircuitState, number>> = { closed: 0, 'half-open': 1, open: 2 };

/**
 * Shows in metrics and log whether a language model is asked, or left alone because its vendor is away.
 *
 * @param role what the model is asked for: `synthesise`
 */
export function watchCircuit(
  model: LanguageModel,
  role: string,
  { registry, logger }: { readonly registry: Registry; readonly logger: Logger },
): void {
  if (!(model instanceof GuardedLanguageModel)) return;
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
