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
  type ModelCall,
  type ModelReport,
  type ValidateRequest,
  type ValidationResult,
} from '@arbiter/contracts';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';
import type { Clock } from '@arbiter/ports';
import { Controller, Inject } from '@nestjs/common';
import { CalibrationService } from '../checks/calibration.service.js';
import { DecisionObserver, type DecisionMade } from '../decisions/decision.observer.js';
import { ResultCache } from '../decisions/result-cache.js';
import { ValidationService } from './validation.service.js';

/** Injection token: an interface leaves nothing behind at run time to inject by. */
export const CLOCK = Symbol('Clock');

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
    { budget, includePrompts, ...request }: ValidateRequest,
    { signal, annotate, principal }: OperationContext,
  ): Promise<ValidationResult> {
    // Part of the key: a new calibration makes old results wrong.
    const calibration = await this.calibrations.of(request.domain, signal);
    const { result, asked, ...made } = await this.decide(
      this.cache.keyOf(validate.name, { request, calibration }, principal),
      () => this.service.validate(request, signal, calibration, { budget, includePrompts }),
    );
    annotate('cache', made.cached ? 'hit' : 'miss');
    this.observer.validated(request, result, made);
    return { ...result, ...asked };
  }

  @HandlesOperation(detect)
  async detect(
    { budget, includePrompts, ...request }: DetectRequest,
    { signal, annotate, principal }: OperationContext,
  ): Promise<HallucinationReport> {
    const { result, asked, ...made } = await this.decide(this.cache.keyOf(detect.name, request, principal), () =>
      this.service.detect(request, signal, { budget, includePrompts }),
    );
    annotate('cache', made.cached ? 'hit' : 'miss');
    this.observer.detected(request.sources.length, result, made);
    return { ...result, ...asked };
  }

  @HandlesOperation(calibrate)
  calibrate(request: CalibrateRequest, { signal }: OperationContext): Promise<CalibrateResponse> {
    return this.calibrations.calibrate(request, signal);
  }

  @HandlesOperation(extractClaims)
  extractClaims(request: ExtractClaimsRequest, { signal }: OperationContext): Promise<ExtractClaimsResponse> {
    return this.service.extractClaims(request, signal);
  }

  /** @returns the result and the language model's use, which is reported to the caller that requested it and is not kept */
  private async decide<T extends ModelReport & { readonly languageModel?: LanguageModelUse | undefined }>(
    key: string,
    make: () => Promise<T>,
  ): Promise<{ result: Omit<T, 'modelCalls'>; asked: { readonly modelCalls?: ModelCall[] } } & DecisionMade> {
    const start = this.clock.monotonic();
    let asked = {};
    const judge = async (): Promise<Omit<T, 'modelCalls'>> => {
      const { modelCalls, ...result } = await make();
      asked = modelCalls ? { modelCalls } : {};
      return result;
    };
    const { result, cached } = await this.cache.getOrMake(key, judge, isFinal);
    return { result, asked, key, cached, durationMs: this.clock.monotonic() - start };
  }
}

/** A decision that the features made in place of a failed model is not kept: the model may be back. */
function isFinal({ languageModel }: { readonly languageModel?: LanguageModelUse | undefined }): boolean {
  return languageModel?.failure === undefined;
}
