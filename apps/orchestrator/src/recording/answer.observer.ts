import { judgedConfidence, type Answer, type AnswerRecord, type ErrorCode } from '@arbiter/contracts';
import { Counter, Histogram, type Registry } from 'prom-client';

/** From a cached answer to one of several attempts with a language model, in seconds. */
const DURATION_BUCKETS_S = [0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120];
const CONFIDENCE_BUCKETS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1];

/** Names of degraded parts are words of ours; anything else would be a label without bounds. */
const PART = /^[a-z][a-z-]{0,39}$/;

/** Counts what became of questions: shown, declined or failed, in which modes, and at which price. */
export class AnswerObserver {
  private readonly answers: Counter<'kind' | 'status'>;
  private readonly seconds: Histogram<'kind' | 'status'>;
  private readonly confidences: Histogram<'status'>;
  private readonly attempts: Counter<'kind'>;
  private readonly degraded: Counter<'part'>;
  private readonly modes: Counter<'synthesis'>;
  private readonly cost: Counter<'currency'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.answers = new Counter({
      name: 'arbiter_answers_total',
      help: 'Questions by what became of them: answered, declined by the gate, or failed.',
      labelNames: ['kind', 'status'],
      registers,
    });
    this.seconds = new Histogram({
      name: 'arbiter_answer_duration_seconds',
      help: 'Time from a question to its answer or refusal.',
      labelNames: ['kind', 'status'],
      buckets: DURATION_BUCKETS_S,
      registers,
    });
    this.confidences = new Histogram({
      name: 'arbiter_answer_confidence',
      help: 'Confidence of answers that were checked.',
      labelNames: ['status'],
      buckets: CONFIDENCE_BUCKETS,
      registers,
    });
    this.attempts = new Counter({
      name: 'arbiter_answer_attempts_total',
      help: 'Attempts at answers, retries included.',
      labelNames: ['kind'],
      registers,
    });
    this.degraded = new Counter({
      name: 'arbiter_answers_degraded_total',
      help: 'Answers that were made without a part that was away, by part.',
      labelNames: ['part'],
      registers,
    });
    this.modes = new Counter({
      name: 'arbiter_answer_syntheses_total',
      help: 'Answers by how their text was made.',
      labelNames: ['synthesis'],
      registers,
    });
    this.cost = new Counter({
      name: 'arbiter_answer_cost_total',
      help: 'What answers cost by MODEL_PRICES, in units of the currency.',
      labelNames: ['currency'],
      registers,
    });
  }

  concluded(kind: AnswerRecord['kind'], answer: Answer): void {
    const confidence = judgedConfidence(answer);
    const { status, durationMs, attempts, degraded, synthesis, cost } = answer;
    this.answers.inc({ kind, status });
    this.seconds.observe({ kind, status }, durationMs / 1_000);
    if (confidence !== null) this.confidences.observe({ status }, confidence);
    this.attempts.inc({ kind }, attempts);
    this.modes.inc({ synthesis });
    for (const part of degraded) this.degraded.inc({ part: PART.test(part) ? part : 'other' });
    if (cost) this.cost.inc({ currency: cost.currency }, cost.amount);
  }

  /** @param code that the question failed with; one of the asker's own is not counted */
  failed(kind: AnswerRecord['kind'], code: ErrorCode): void {
    if (code === 'INVALID_REQUEST' || code === 'NOT_FOUND') return;
    this.answers.inc({ kind, status: code === 'CANCELLED' ? 'cancelled' : 'failed' });
  }
}
