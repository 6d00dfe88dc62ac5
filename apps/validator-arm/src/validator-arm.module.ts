import { Module, type DynamicModule } from '@nestjs/common';
import { createOnnxEmbedder } from '@arbiter/adapters-onnx';
import type { Embedder } from '@arbiter/ports';
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
      providers: [{ provide: ValidationService, useValue: new ValidationService(embedder, threshold) }],
    };
  }
}

export function bindValidatorPorts(): ValidatorArmPorts & { close(): Promise<void> } {
  const embedder = createOnnxEmbedder();
  return { embedder, close: () => embedder.close() };
}
