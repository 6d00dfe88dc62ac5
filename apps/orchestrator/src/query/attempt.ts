import type { Passage, SynthesizeResponse, ValidationResult } from '@arbiter/contracts';

/** One try at an answer, with everything that was made on the way. */
export interface Attempt {
  readonly passages: readonly Passage[];
  readonly synthesis: SynthesizeResponse;
  /** Null when validation was turned off. */
  readonly validation: ValidationResult | null;
}

/** The attempt to show: an accepted one before others, then the surer one, then the earlier. */
export function betterAttempt(a: Attempt, b: Attempt): Attempt {
  const accepted = ({ validation }: Attempt): number => (validation?.recommendation === 'accept' ? 1 : 0);
  const confidence = ({ validation }: Attempt): number => validation?.confidence ?? 0;
  return accepted(b) - accepted(a) > 0 || (accepted(a) === accepted(b) && confidence(b) > confidence(a)) ? b : a;
}

/** Whether an attempt may be shown to the person who asked. */
export function isShowable({ synthesis, validation }: Attempt): boolean {
  return synthesis.text !== '' && (validation === null || validation.recommendation === 'accept');
}
