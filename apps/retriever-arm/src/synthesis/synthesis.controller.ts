import { Controller, Inject } from '@nestjs/common';
import { synthesize, type SynthesisEvent, type SynthesizeRequest, type SynthesizeResponse } from '@arbiter/contracts';
import { HandlesOperation, OperationCtx, OperationPayload, type OperationContext } from '@arbiter/messaging';
import { SYNTHESIZER, type Synthesizer } from './synthesizer.js';

@Controller()
export class SynthesisController {
  constructor(@Inject(SYNTHESIZER) private readonly synthesizer: Synthesizer) {}

  @HandlesOperation(synthesize)
  synthesize(
    @OperationPayload() request: SynthesizeRequest,
    @OperationCtx() { signal }: OperationContext,
  ): AsyncGenerator<SynthesisEvent, SynthesizeResponse, undefined> {
    return this.synthesizer.stream(request, signal);
  }
}
