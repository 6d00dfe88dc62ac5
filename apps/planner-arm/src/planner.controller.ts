import { Controller, Inject } from '@nestjs/common';
import {
  classify,
  decide,
  decompose,
  hypothesise,
  planTools,
  stepBack,
  type Classification,
  type Decision,
  type DecomposedQuery,
  type Hypothesis,
  type OperationInput,
  type PlannedTools,
  type QuestionType,
  type StepBack,
  type ToolPlan,
} from '@arbiter/contracts';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';
import { classificationTask } from './classify/classification.task.js';
import { classifyQuery } from './classify/classify-query.js';
import { viewOf } from './decide/decision-rule.js';
import { decideByRules, isForced } from './decide/decide-by-rules.js';
import { decisionTask } from './decide/decision.task.js';
import { decomposeQuery } from './decompose/decompose-query.js';
import { decompositionTask } from './decompose/decomposition.task.js';
import { hypothesisTask } from './hypothesise/hypothesis.task.js';
import { DECIDE_MODEL, PLAN_MODEL, type ModelOrRules } from './language-model/model-or-rules.js';
import type { ModelTask } from './language-model/model-task.js';
import { planByRules } from './plan-tools/plan-by-rules.js';
import { stepBackTask } from './step-back/step-back.task.js';

/** Serves the operations of this arm. Each pairs the task of a language model with the rules that answer without one. */
@Controller()
export class PlannerController {
  constructor(
    @Inject(PLAN_MODEL) private readonly planner: ModelOrRules,
    @Inject(DECIDE_MODEL) private readonly decider: ModelOrRules,
  ) {}

  @HandlesOperation(classify)
  classify(
    { query, ...terms }: OperationInput<typeof classify>,
    { signal, deadline }: OperationContext,
  ): Promise<Classification> {
    const call = { operation: 'classify', signal, deadline, terms };
    return this.planner.answer(classificationTask(query), () => classifyQuery(query), call);
  }

  @HandlesOperation(decompose)
  decompose(
    { query, ...terms }: OperationInput<typeof decompose>,
    { signal, deadline }: OperationContext,
  ): Promise<DecomposedQuery> {
    const call = { operation: 'decompose', signal, deadline, terms };
    return this.planner.answer(decompositionTask(query), () => decomposeQuery(query), call);
  }

  /** A model says at most which parts the question has: which tools they take is a matter of rules. */
  @HandlesOperation(planTools)
  planTools(request: OperationInput<typeof planTools>, { signal, deadline }: OperationContext): Promise<PlannedTools> {
    const call = { operation: 'plan-tools', signal, deadline, terms: request };
    const parts = decompositionTask(request.query);
    const task: ModelTask<ToolPlan> = {
      ...parts,
      read(output) {
        const reading = parts.read(output);
        return 'problem' in reading ? reading : { value: planByRules({ ...request, decomposed: reading.value }) };
      },
    };
    return this.planner.answer(request.decomposed ? null : task, () => planByRules(request), call);
  }

  @HandlesOperation(decide)
  decide(request: OperationInput<typeof decide>, { signal, deadline }: OperationContext): Promise<Decision> {
    const view = viewOf(request, request.plan ?? decomposeQuery(request.query));
    const byRules = decideByRules(view);
    const task = isForced(byRules) ? null : decisionTask(request, view.answerTool);
    return this.decider.answer(task, () => byRules, { operation: 'decide', signal, deadline, terms: request });
  }

  @HandlesOperation(hypothesise)
  hypothesise(
    request: OperationInput<typeof hypothesise>,
    { signal, deadline }: OperationContext,
  ): Promise<Hypothesis> {
    const { query, queryType = classifyQuery(query).queryType } = request;
    const byRules = (): Hypothesis => ({
      passage: null,
      helps: false,
      reason: 'Only a language model writes a passage.',
    });
    const call = { operation: 'hypothesise', signal, deadline, terms: request };
    return this.planner.answer(asksDocuments(queryType) ? hypothesisTask(request) : null, byRules, call);
  }

  @HandlesOperation(stepBack)
  stepBack(
    { query, queryType: given, ...terms }: OperationInput<typeof stepBack>,
    { signal, deadline }: OperationContext,
  ): Promise<StepBack> {
    const queryType = given ?? classifyQuery(query).queryType;
    const byRules = (): StepBack => ({ question: null, reason: 'Only a language model asks the general question.' });
    const call = { operation: 'step-back', signal, deadline, terms };
    return this.planner.answer(asksDocuments(queryType) ? stepBackTask(query) : null, byRules, call);
  }
}

function asksDocuments(queryType: QuestionType): boolean {
  return queryType !== 'conversational' && queryType !== 'out_of_scope';
}
