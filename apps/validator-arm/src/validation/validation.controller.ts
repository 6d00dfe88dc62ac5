import { Controller, Inject } from '@nestjs/common';
import { validate, type ValidateRequest, type ValidationResult } from '@arbiter/contracts';
import { HandlesOperation, OperationCtx, OperationPayload, type OperationContext } from '@arbiter/messaging';
import { ValidationService } from './validation.service.js';

@Controller()
export class ValidationController {
  constructor(@Inject(ValidationService) private readonly service: ValidationService) {}

  @HandlesOperation(validate)
  validate(
    @OperationPayload() request: ValidateRequest,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<ValidationResult> {
    return this.service.validate(request, signal);
  }
}
