import { Controller, Inject } from '@nestjs/common';
import { hypothesise, type Hypothesis, type OperationInput } from '@arbiter/contracts';
import { HandlesOperation, OperationCtx, OperationPayload, type OperationContext } from '@arbiter/messaging';
import { classifyQuery } from '../classify/classify-query.js';
import type { ModelOrRules } from '../language-model/model-or-rules.js';
import { PLAN_MODEL } from '../planner-arm.tokens.js';
import { hypothesisTask } from './hypothesis.task.js';
import { hypothesisHelps } from './hypothesis-helps.js';

@Controller()
export class HypothesiseController {
  constructor(@Inject(PLAN_MODEL) private readonly planner: ModelOrRules) {}

  @HandlesOperation(hypothesise)
  hypothesise(
    @OperationPayload() request: OperationInput<typeof hypothesise>,
    @OperationCtx() { signal, deadline }: OperationContext,
  ): Promise<Hypothesis> {
    const { query, queryType = classifyQuery(query).queryType } = request;
    const { helps, reason } = hypothesisHelps(query, queryType);
    const withoutModel = helps ? `${reason} No language model has written a passage.` : reason;
    return this.planner.answer(
      helps ? hypothesisTask(request, reason) : null,
      () => ({ passage: null, helps: false, reason: withoutModel }),
      { operation: 'hypothesise', signal, deadline, terms: request },
    );
  }
}
