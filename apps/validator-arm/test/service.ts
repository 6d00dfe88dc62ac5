import { FakeEmbedder } from '@arbiter/ports/testing';
import { FeatureChecker } from '../src/checks/feature-checker.js';
import { GroundingSupportScorer } from '../src/support/grounding-support-scorer.js';
import { DEFAULT_SETTINGS, ValidationService, type ValidationSettings } from '../src/validation/validation.service.js';

/** Validation with features, as the arm puts it together but for the model behind the vectors. */
export function featureValidation(settings: Partial<ValidationSettings> = {}): ValidationService {
  const embedder = new FakeEmbedder();
  const checker = new FeatureChecker(embedder, new GroundingSupportScorer());
  return new ValidationService(checker, { ...DEFAULT_SETTINGS, ...settings });
}
