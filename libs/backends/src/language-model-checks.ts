import { GuardedLanguageModel } from '@arbiter/adapter-kit/language-model';
import type { ReadinessCheck } from '@arbiter/platform';
import { type Clock, SYSTEM_CLOCK } from '@arbiter/ports';
import type { ModelOnDuty } from './check-language-model.js';

/** Probes come every few seconds; a vendor is asked once a minute at most. */
const ASKED_EVERY_MS = 60_000;
/** Shorter than the time limit of a check, so that a vendor who keeps silent counts as away, and not as a check that failed. */
const PATIENCE_MS = 1_500;

/** Language models never make an arm unready: something stands in for them, which the notice names. */
export function languageModelChecks(onDuty: readonly ModelOnDuty[], clock: Clock = SYSTEM_CLOCK): ReadinessCheck[] {
  return onDuty.map((each, index) => ({
    // Not its name, which is nobody's business at an open door.
    name: index === 0 ? 'language model' : `language model ${index + 1}`,
    check: checkOf(each, clock),
  }));
}

function checkOf({ model, meanwhile }: ModelOnDuty, clock: Clock): ReadinessCheck['check'] {
  let asked: { readonly at: number; readonly answers: boolean } | undefined;
  return async () => {
    const skipped = model instanceof GuardedLanguageModel && model.circuit.state === 'open';
    if (!asked || clock.monotonic() - asked.at > ASKED_EVERY_MS) {
      const answers = await model.health(AbortSignal.timeout(PATIENCE_MS)).then(
        () => true,
        () => false,
      );
      asked = { at: clock.monotonic(), answers };
    }
    return skipped || !asked.answers ? { status: 'up', notice: `is down: ${meanwhile}` } : undefined;
  };
}
