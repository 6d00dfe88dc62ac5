import { Controller, Inject } from '@nestjs/common';
import {
  detect,
  extractClaims,
  validate,
  type DetectRequest,
  type ExtractClaimsRequest,
  type ExtractClaimsResponse,
  type HallucinationReport,
  type ValidateRequest,
  type ValidationResult,
} from '@arbiter/contracts';
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

  @HandlesOperation(detect)
  detect(
    @OperationPayload() request: DetectRequest,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<HallucinationReport> {
    return this.service.detect(request, signal);
  }

  @HandlesOperation(extractClaims)
  extractClaims(@OperationPayload() request: ExtractClaimsRequest): Promise<ExtractClaimsResponse> {
    return Promise.resolve(this.service.extractClaims(request));
  }
}
