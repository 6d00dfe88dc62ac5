import type { ModelReport, Planner, PlanningDegradation } from '@arbiter/contracts';
import type { ModelTask } from './model-task.js';
import type { PlannerModel, PlanningCall } from './planner-model.js';
import type { PlannerModelObserver } from './planner-model.observer.js';

/** How an answer came about. */
export interface Authorship extends ModelReport {
  readonly by: Planner;
  readonly degraded?: PlanningDegradation;
}

/** Lets a language model answer where there is one, and rules where there is none or it fails. */
export class ModelOrRules {
  /** @param model null where rules alone answer */
  constructor(
    private readonly model: PlannerModel | null,
    private readonly observer: PlannerModelObserver | null = null,
  ) {}

  /**
   * @param task null where a model is not to be asked about this
   * @throws what the rules throw, and the signal's reason
   */
  async answer<Model extends object, Rules extends object>(
    task: ModelTask<Model> | null,
    rules: () => Rules,
    call: PlanningCall,
  ): Promise<(Model | Rules) & Authorship> {
    const outcome = this.model && task ? await this.model.ask(task, call) : null;
    const isModel = outcome !== null && 'value' in outcome;
    this.observer?.decided(call.operation, isModel ? 'model' : 'rules');
    if (isModel) return { ...outcome.value, by: 'model', ...outcome.report };
    return { ...rules(), by: 'rules', ...(outcome && { degraded: outcome.degraded, ...outcome.report }) };
  }
}

/** The model or rules that understand questions and plan tools. */
export const PLAN_MODEL = Symbol('PLAN_MODEL');
/** The model or rules that decide the next step of an agent. */
export const DECIDE_MODEL = Symbol('DECIDE_MODEL');
