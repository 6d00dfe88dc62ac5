import { MeteredLanguageModel } from '@arbiter/adapter-kit/language-model';
import { withDeadline } from '@arbiter/adapter-kit/resilience';
import {
  ArbiterError,
  type ModelReport,
  type ModelRole,
  type ModelTerms,
  type PlanningDegradation,
} from '@arbiter/contracts';
import type { Clock, Generation, GenerationRequest, LanguageModel } from '@arbiter/ports';
import type { FenceIds } from '@arbiter/prompting';
import type { ModelTask } from './model-task.js';
import type { PlannerModelObserver } from './planner-model.observer.js';

/** The call on whose behalf a model is asked. */
export interface PlanningCall {
  /** For metrics and logs: `decide`. */
  readonly operation: string;
  readonly signal: AbortSignal;
  /** Milliseconds since the Unix epoch. */
  readonly deadline: number;
  /** The caller's terms for calls of language models. */
  readonly terms?: ModelTerms;
}

export type PlanningOutcome<T> =
  | { readonly value: T; readonly report: ModelReport }
  /** The report is of answers that could not be used. */
  | { readonly degraded: PlanningDegradation; readonly report: ModelReport };

export interface PlannerModelPorts {
  readonly model: LanguageModel;
  readonly role: ModelRole;
  /** Random: fences are built from its ids. */
  readonly ids: FenceIds;
  readonly clock: Clock;
  readonly observer: PlannerModelObserver | null;
}

/** Kept back of a call's time for the rules that decide when the model does not, and for the way to the caller. */
const RESERVE_MS = 250;
/** Of a short time no more than this share is kept back, 0–1. */
const RESERVE_SHARE = 0.25;

/** Asks a language model. Never throws for what the model does or fails to do: that is an outcome. */
export class PlannerModel {
  /** @param timeoutMs longest wait for its answer, a repair included; less where the caller's deadline is near */
  constructor(
    private readonly ports: PlannerModelPorts,
    private readonly timeoutMs: number,
  ) {}

  get name(): string {
    return this.ports.model.name;
  }

  /** @throws the signal's reason, and nothing else */
  async ask<T>(task: ModelTask<T>, call: PlanningCall): Promise<PlanningOutcome<T>> {
    const { model, role, ids, clock } = this.ports;
    const metered = new MeteredLanguageModel(model, role, call.terms ?? {}, clock);
    const request = task.request(model, ids);
    if (!request) return this.failed(call, 'model-over-context', 'its prompt does not fit into the context', metered);
    const timeoutMs = this.timeFor(call);
    if (timeoutMs <= 0) return this.failed(call, 'model-timed-out', 'the call left it no time', metered);
    try {
      const limits = { timeoutMs, what: model.name };
      return await withDeadline(call.signal, limits, (signal) => this.askTwice(task, request, call, signal, metered));
    } catch (thrown) {
      call.signal.throwIfAborted();
      const error = ArbiterError.from(thrown);
      return this.failed(call, degradationOf(error), error.message, metered);
    }
  }

  private async askTwice<T>(
    task: ModelTask<T>,
    first: GenerationRequest,
    call: PlanningCall,
    signal: AbortSignal,
    metered: MeteredLanguageModel,
  ): Promise<PlanningOutcome<T>> {
    let request = first;
    let problem = '';
    for (let attempt = 1; attempt <= 2; attempt++) {
      if (!metered.affords(request)) {
        return this.failed(call, 'model-over-budget', 'the budget of the answer is used up', metered);
      }
      const read = await askOnce(task, request, signal, metered);
      if (read === 'refused') return this.failed(call, 'model-refused', 'it refused', metered);
      if ('value' in read) {
        this.ports.observer?.answered(call.operation, attempt > 1);
        return { value: read.value, report: metered.report() };
      }
      problem = read.problem;
      request = withRepair(first, problem);
    }
    return this.failed(call, 'model-malformed', `its answer could not be used twice: ${problem}`, metered);
  }

  private timeFor({ deadline }: PlanningCall): number {
    const left = deadline - this.ports.clock.now();
    return Math.floor(Math.min(this.timeoutMs, left - Math.min(RESERVE_MS, RESERVE_SHARE * left)));
  }

  private failed(
    { operation }: PlanningCall,
    degraded: PlanningDegradation,
    why: string,
    metered: MeteredLanguageModel,
  ): { readonly degraded: PlanningDegradation; readonly report: ModelReport } {
    this.ports.observer?.failed(operation, this.name, degraded, why);
    return { degraded, report: metered.report() };
  }
}

async function askOnce<T>(
  task: ModelTask<T>,
  request: GenerationRequest,
  signal: AbortSignal,
  metered: MeteredLanguageModel,
): Promise<ReturnType<ModelTask<T>['read']> | 'refused'> {
  let generation: Generation;
  try {
    generation = await metered.generate(request, { signal });
  } catch (thrown) {
    signal.throwIfAborted();
    const isCut = thrown instanceof ArbiterError && thrown.details.reason === 'truncated-output';
    if (isCut) return { problem: 'it was too long' };
    throw thrown;
  }
  return generation.stopReason === 'refusal' ? 'refused' : task.read(generation.output);
}

/** Degradation for an error that remains after the retries of an adapter, malformed JSON included. */
function degradationOf({ details }: ArbiterError): PlanningDegradation {
  // Only our own deadline names its length.
  if ('timeoutMs' in details) return 'model-timed-out';
  return details.reason === 'malformed-output' ? 'model-malformed' : 'model-unavailable';
}

/** The same request once more; the cached prefix stays as it is. */
function withRepair(request: GenerationRequest, problem: string): GenerationRequest {
  const last = request.messages.at(-1);
  const text = last?.role === 'user' ? last.text : '';
  return {
    ...request,
    messages: [...request.messages.slice(0, -1), { role: 'user', text: `${text}\n\n${repairPrompt(problem)}` }],
  };
}

/** Longest problem that is told: it may quote what the model wrote. */
const LONGEST = 400;

/** Stands at the end of a second try. */
export function repairPrompt(problem: string): string {
  return `Your earlier answer to this request could not be used (${problem.slice(0, LONGEST)}). Answer again, with nothing but the JSON that is asked for.`;
}
