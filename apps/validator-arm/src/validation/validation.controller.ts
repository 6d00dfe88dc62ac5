import { Controller, Inject } from '@nestjs/common';
import {
  calibrate,
  detect,
  extractClaims,
  validate,
  type CalibrateRequest,
  type CalibrateResponse,
  type DetectRequest,
  type ExtractClaimsRequest,
  type ExtractClaimsResponse,
  type HallucinationReport,
  type LanguageModelUse,
  type ValidateRequest,
  type ValidationResult,
} from '@arbiter/contracts';
import { HandlesOperation, OperationCtx, OperationPayload, type OperationContext } from '@arbiter/messaging';
import type { Clock } from '@arbiter/ports';
import { CalibrationService } from '../calibration/calibration.service.js';
import { DecisionObserver, type DecisionMade } from '../decisions/decision.observer.js';
import { ResultCache } from '../decisions/result-cache.js';
import { CLOCK } from '../validator-arm.tokens.js';
import { ValidationService } from './validation.service.js';

@Controller()
export class ValidationController {
  constructor(
    @Inject(ValidationService) private readonly service: ValidationService,
    @Inject(ResultCache) private readonly cache: ResultCache,
    @Inject(DecisionObserver) private readonly observer: DecisionObserver,
    @Inject(CalibrationService) private readonly calibrations: CalibrationService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @HandlesOperation(validate)
  async validate(
    @OperationPayload() request: ValidateRequest,
    @OperationCtx() { signal, annotate }: OperationContext,
  ): Promise<ValidationResult> {
    // Part of the key: a new calibration makes old results wrong.
    const calibration = await this.calibrations.of(request.domain, signal);
    const { result, ...made } = await this.decide(validate.name, { request, calibration }, () =>
      this.service.validate(request, signal, calibration),
    );
    annotate('cache', made.cached ? 'hit' : 'miss');
    this.observer.validated(request, result, made);
    return result;
  }

  @HandlesOperation(detect)
  async detect(
    @OperationPayload() request: DetectRequest,
    @OperationCtx() { signal, annotate }: OperationContext,
  ): Promise<HallucinationReport> {
    const { result, ...made } = await this.decide(detect.name, request, () => this.service.detect(request, signal));
    annotate('cache', made.cached ? 'hit' : 'miss');
    this.observer.detected(request.sources.length, result, made);
    return result;
  }

  @HandlesOperation(calibrate)
  calibrate(
    @OperationPayload() request: CalibrateRequest,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<CalibrateResponse> {
    return this.calibrations.calibrate(request, signal);
  }

  @HandlesOperation(extractClaims)
  extractClaims(@OperationPayload() request: ExtractClaimsRequest): Promise<ExtractClaimsResponse> {
    return Promise.resolve(this.service.extractClaims(request));
  }

  private async decide<T extends { readonly languageModel?: LanguageModelUse | undefined }>(
    operation: string,
    request: unknown,
    make: () => Promise<T>,
  ): Promise<{ result: T } & DecisionMade> {
    const start = this.clock.monotonic();
    const key = this.cache.keyOf(operation, request);
    const { result, cached } = await this.cache.getOrMake(key, make, isFinal);
    return { result, key, cached, durationMs: this.clock.monotonic() - start };
  }
}

/** What the features have decided in place of a model that did not answer is not kept: the model may be back. */
function isFinal({ languageModel }: { readonly languageModel?: LanguageModelUse | undefined }): boolean {
  return languageModel?.failure === undefined;
}
