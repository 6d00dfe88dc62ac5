import { MeteredLanguageModel } from '@arbiter/adapter-kit/language-model';
import { withDeadline } from '@arbiter/adapter-kit/resilience';
import {
  ArbiterError,
  type JudgementFailure,
  type ModelReport,
  type ModelTerms,
  type Source,
} from '@arbiter/contracts';
import type { Clock, Generation, GenerationRequest, LanguageModel } from '@arbiter/ports';
import type { FenceIds } from '@arbiter/prompting';
import { readJudgement, type Judgement } from './judgement.js';
import { buildJudgementRequest, repairPrompt, type JudgementTask } from './judgement.prompt.js';

export type JudgementVerdict =
  | {
      readonly judgement: Judgement;
      /** Source n of the judgement is `sources[n - 1]`. */
      readonly sources: readonly Source[];
      /** The first answer could not be read, and the second could. */
      readonly repaired: boolean;
    }
  | { readonly failure: JudgementFailure; /** A sentence for people. */ readonly reason: string };

/** With what was asked for it. */
export type JudgementOutcome = JudgementVerdict & { readonly report: ModelReport };

export interface JudgePorts {
  readonly model: LanguageModel;
  /** Random: fences are built from its ids. */
  readonly ids: FenceIds;
  readonly clock: Clock;
}

/** Judges answers, where it may. */
export interface AskedJudge {
  readonly model: string;
  /** Whether it judges now; answers are judged without it meanwhile. */
  mayBeAsked(): boolean;
  /** @throws the signal's reason, and nothing else */
  judge(task: JudgementTask, signal: AbortSignal, terms?: ModelTerms): Promise<JudgementOutcome>;
}

/** Asks a language model about an answer. Never throws for what the model does or fails to do: that is an outcome. */
export class LanguageModelJudge implements AskedJudge {
  /** @param timeoutMs longest wait for its answer, a repair included */
  constructor(
    private readonly ports: JudgePorts,
    private readonly timeoutMs: number,
  ) {}

  get model(): string {
    return this.ports.model.name;
  }

  mayBeAsked(): boolean {
    return true;
  }

  async judge(task: JudgementTask, signal: AbortSignal, terms: ModelTerms = {}): Promise<JudgementOutcome> {
    const { model, clock } = this.ports;
    const metered = new MeteredLanguageModel(model, 'validate', terms, clock);
    const verdict = await this.judged(task, signal, metered);
    return { ...verdict, report: metered.report() };
  }

  private async judged(
    task: JudgementTask,
    signal: AbortSignal,
    metered: MeteredLanguageModel,
  ): Promise<JudgementVerdict> {
    const { model, ids } = this.ports;
    const built = buildJudgementRequest(task, model, ids);
    if (!built) return failed('too-long', `Claims and sources do not fit into the context of ${model.name}.`);
    try {
      return await withDeadline(signal, { timeoutMs: this.timeoutMs, what: model.name }, async (limited) => {
        if (!metered.affords(built.request)) return overBudget(model);
        const first = await ask(built.request, task, limited, metered);
        if (typeof first !== 'string') return withSources(first, built.sources, false);
        const repair = withRepair(built.request, first);
        if (!metered.affords(repair)) return overBudget(model);
        const again = await ask(repair, task, limited, metered);
        if (typeof again !== 'string') return withSources(again, built.sources, true);
        return failed('malformed', `${model.name} twice gave an answer that could not be read: ${again}.`);
      });
    } catch (thrown) {
      signal.throwIfAborted();
      const error = ArbiterError.from(thrown);
      // Only our own deadline names its length.
      return failed('timeoutMs' in error.details ? 'timed-out' : 'unavailable', error.message);
    }
  }
}

/** @returns what is wrong with the answer, where it cannot be read */
async function ask(
  request: GenerationRequest,
  { scope, claims }: JudgementTask,
  signal: AbortSignal,
  metered: MeteredLanguageModel,
): Promise<Judgement | { readonly refused: true } | string> {
  let generation: Generation;
  try {
    generation = await metered.generate(request, { signal });
  } catch (thrown) {
    signal.throwIfAborted();
    if (thrown instanceof ArbiterError && thrown.details.reason === 'malformed-output') return 'it was not JSON';
    throw thrown;
  }
  if (generation.stopReason === 'refusal') return { refused: true };
  return readJudgement(generation.output, scope, claims.length);
}

function withSources(
  judged: Judgement | { readonly refused: true },
  sources: readonly Source[],
  repaired: boolean,
): JudgementVerdict {
  if ('refused' in judged) return failed('refused', 'The language model refused to judge the answer.');
  return { judgement: judged, sources, repaired };
}

function withRepair(request: GenerationRequest, problem: string): GenerationRequest {
  const [message] = request.messages;
  const text = message?.role === 'user' ? message.text : '';
  return { ...request, messages: [{ role: 'user', text: `${text}\n\n${repairPrompt(problem)}` }] };
}

function overBudget({ name }: LanguageModel): JudgementVerdict {
  return failed('over-budget', `What the answer may cost leaves ${name} no room.`);
}

function failed(failure: JudgementFailure, reason: string): JudgementVerdict {
  return { failure, reason };
}
