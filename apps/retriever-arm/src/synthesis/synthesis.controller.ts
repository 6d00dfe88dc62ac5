import { Controller, Inject } from '@nestjs/common';
import { synthesize, type SynthesisEvent, type SynthesizeRequest, type SynthesizeResponse } from '@arbiter/contracts';
import { HandlesOperation, OperationCtx, OperationPayload, type OperationContext } from '@arbiter/messaging';
import { ExtractiveSynthesizer } from './extractive-synthesizer.js';

@Controller()
export class SynthesisController {
  constructor(@Inject(ExtractiveSynthesizer) private readonly synthesizer: ExtractiveSynthesizer) {}

  /** Extraction knows its text only as a whole: it comes as one event, where a language model would send many. */
  @HandlesOperation(synthesize)
  async *synthesize(
    @OperationPayload() request: SynthesizeRequest,
    @OperationCtx() { signal }: OperationContext,
  ): AsyncGenerator<SynthesisEvent, SynthesizeResponse, undefined> {
    const answer = await this.synthesizer.synthesize(request, signal);
    if (answer.text !== '') yield { type: 'token', text: answer.text };
    return answer;
  }
}
