import {
  ArbiterError,
  rateAnswer,
  reportExperiment,
  type AnswerEvent,
  type Experiment,
  type ExperimentReport,
  type OperationInput,
  type OperationOutput,
} from '@arbiter/contracts';
import { summariseExperiment } from '@arbiter/evaluation';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';
import { timestampOf, type AnswerEventLog, type AnswerRecordStore, type Clock } from '@arbiter/ports';
import { Controller, Inject } from '@nestjs/common';
import { type Caller, visibleAnswer } from '../access/visible-answer.js';
import { eventBaseOf } from './answer-events.js';

export interface ExperimentPorts {
  /** Null where answers are not kept. */
  readonly answers: AnswerRecordStore | null;
  /** Null where answers are not kept. */
  readonly events: AnswerEventLog | null;
  /** The one that is configured; null without one. */
  readonly experiment: Experiment | null;
  readonly clock: Clock;
}

/** Takes what people and clients say of whole answers, and compares the variants of experiments. */
export class ExperimentsService {
  constructor(private readonly ports: ExperimentPorts) {}

  /**
   * @throws ArbiterError INVALID_REQUEST for a request that says nothing; NOT_FOUND for an answer that is not kept, or no
   *   longer; FORBIDDEN where answers are not kept
   */
  async rate(
    { answerId, rating, copied }: OperationInput<typeof rateAnswer>,
    caller: Caller,
  ): Promise<OperationOutput<typeof rateAnswer>> {
    const { answers, events: log, clock } = this.ports;
    if (!answers || !log) throw notKept();
    if (rating === undefined && copied === undefined) {
      throw new ArbiterError('INVALID_REQUEST', 'Say what to record: "rating", "copied" or both.', {
        details: { field: 'rating' },
      });
    }
    const record = await visibleAnswer(answers, answerId, caller);
    const base = { ...eventBaseOf(record), at: timestampOf(clock) };
    const events: AnswerEvent[] = [
      ...(rating === undefined ? [] : [{ kind: 'rated' as const, ...base, score: scoreOf(rating) }]),
      ...(copied === undefined ? [] : [{ kind: 'copied' as const, ...base }]),
    ];
    await log.append(events, caller.signal);
    return { events };
  }

  /** @throws ArbiterError NOT_FOUND for a name that neither the configuration nor the log has; FORBIDDEN as {@link rate} */
  async report(
    { experiment: named, windowMinutes, alpha }: OperationInput<typeof reportExperiment>,
    { principal, signal }: Caller,
  ): Promise<ExperimentReport> {
    if (principal?.tenant)
      throw new ArbiterError('FORBIDDEN', 'Experiments are over all tenants: use a key without one.');
    const { events: log, experiment: configured, clock } = this.ports;
    if (!log) throw notKept();
    const events: AnswerEvent[] = [];
    for await (const event of log.read(signal)) if (event.assigned !== null) events.push(event);
    const experiment = named ?? configured?.name ?? events.at(-1)?.assigned?.experiment;
    if (experiment === undefined) return { experiment: null, alpha, windowMinutes, variants: [], comparisons: [] };
    const isConfigured = configured?.name === experiment;
    if (!isConfigured && !events.some(({ assigned }) => assigned?.experiment === experiment)) {
      throw new ArbiterError('NOT_FOUND', `There is no experiment "${experiment}".`, { details: { experiment } });
    }
    const variants = isConfigured ? configured.variants.map(({ name }) => name) : [];
    return summariseExperiment(events, { experiment, variants, windowMinutes, alpha, now: clock.now() });
  }
}

function scoreOf(rating: 'up' | 'down' | number): number {
  return rating === 'up' ? 1 : rating === 'down' ? 0 : rating;
}

function notKept(): ArbiterError {
  return new ArbiterError(
    'FORBIDDEN',
    'Answers are not kept here (ANSWER_RECORDS), so nothing can be recorded of them.',
  );
}

@Controller()
export class ExperimentsController {
  constructor(@Inject(ExperimentsService) private readonly service: ExperimentsService) {}

  @HandlesOperation(rateAnswer)
  rate(request: OperationInput<typeof rateAnswer>, context: OperationContext) {
    return this.service.rate(request, context);
  }

  @HandlesOperation(reportExperiment)
  report(request: OperationInput<typeof reportExperiment>, context: OperationContext) {
    return this.service.report(request, context);
  }
}
