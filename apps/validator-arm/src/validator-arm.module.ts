import { Module, type DynamicModule } from '@nestjs/common';
import { openEmbedder, type EmbeddingSettings } from '@arbiter/backends';
import type { Embedder } from '@arbiter/ports';
import { FeatureChecker } from './checks/feature-checker.js';
import { PUBLISHED_RATES } from './hallucination/report-hallucinations.js';
import { LexicalSupportScorer } from './support/lexical-support-scorer.js';
import { ValidationController } from './validation/validation.controller.js';
import { ValidationService } from './validation/validation.service.js';
import type { ValidatorArmConfig } from './validator-arm.config.js';

/** Everything outside of this arm that it needs. */
export interface ValidatorArmPorts {
  readonly embedder: Embedder;
}

/** Composition root of the validator arm: the only file of it that binds a port to an adapter. */
@Module({})
export class ValidatorArmModule {
  static register(
    { threshold }: Pick<ValidatorArmConfig, 'threshold'>,
    { embedder }: ValidatorArmPorts,
  ): DynamicModule {
    return {
      module: ValidatorArmModule,
      controllers: [ValidationController],
      providers: [
        {
          provide: ValidationService,
          useValue: new ValidationService(new FeatureChecker(embedder, new LexicalSupportScorer()), {
            threshold,
            rates: PUBLISHED_RATES,
          }),
        },
      ],
    };
  }
}

/**
 * The embedder that the retriever searches with: the arms choose it by the same variables.
 *
 * @throws ArbiterError INVALID_REQUEST for a model whose dimensions are not known, or are others
 */
export function bindValidatorPorts(settings: EmbeddingSettings): ValidatorArmPorts & { close(): Promise<void> } {
  const embedder = openEmbedder(settings);
  return { embedder, close: () => embedder.close() };
}
