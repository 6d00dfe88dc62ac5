import { Controller, Inject } from '@nestjs/common';
import { synthesize, type SynthesisEvent, type SynthesizeRequest, type SynthesizeResponse } from '@arbiter/contracts';
import { HandlesOperation, OperationCtx, OperationPayload, type OperationContext } from '@arbiter/messaging';
import type { Clock } from '@arbiter/ports';
import { CLOCK } from '../retriever-arm.tokens.js';
import { timeBudgetUntil } from '../time-budget.js';
import { SYNTHESIZER, type Synthesizer } from './synthesizer.js';

@Controller()
export class SynthesisController {
  constructor(
    @Inject(SYNTHESIZER) private readonly synthesizer: Synthesizer,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @HandlesOperation(synthesize)
  synthesize(
    @OperationPayload() { budget, includePrompts, ...task }: SynthesizeRequest,
    @OperationCtx() { signal, deadline }: OperationContext,
  ): AsyncGenerator<SynthesisEvent, SynthesizeResponse, undefined> {
    const terms = { budget, includePrompts };
    return this.synthesizer.stream({ ...task, terms }, signal, timeBudgetUntil(deadline, this.clock));
  }
}
