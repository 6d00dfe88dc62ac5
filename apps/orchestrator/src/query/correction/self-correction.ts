import type { QueryEvent } from '@arbiter/contracts';
import type { Clock } from '@arbiter/ports';
import { asksDocuments } from '../asks-documents.js';
import { betterAttempt, isShowable, type Attempt } from '../attempt.js';
import type { AttemptMaker } from '../attempt-maker.js';
import type { Inquiry } from '../inquiry.js';
import type { Retrieved } from '../retrieve-plan.js';
import type { ToolStatement } from '../stated-answer.js';
import { chooseCorrection } from './choose-correction.js';
import type { CorrectionObserver } from './correction.observer.js';
import { confidenceGain } from './record-attempts.js';

export interface SelfCorrectionSettings {
  /** Corrections of one answer at most, 0–2. */
  readonly maxRetries: number;
}

/** As published (design document 001). */
export const DEFAULT_SELF_CORRECTION: SelfCorrectionSettings = { maxRetries: 2 };

export interface Attempts {
  /** In the order in which they were made, at least one. */
  readonly all: readonly Attempt[];
  readonly best: Attempt;
}

/** Kept back of the call's time for what comes after the attempts, in milliseconds. */
const RESERVE_MS = 250;

/**
 * Attempts at an answer until one is good enough or the retries are spent. Each correction changes what the validator
 * found wrong with the best attempt so far; one that does not raise the confidence is recorded and not kept.
 */
export class SelfCorrection {
  constructor(
    private readonly maker: AttemptMaker,
    private readonly clock: Clock,
    private readonly settings: SelfCorrectionSettings,
    private readonly observer: CorrectionObserver | null = null,
  ) {}

  /** What tools have computed: there is nothing to correct about it. */
  async *stated(
    inquiry: Inquiry,
    statements: readonly ToolStatement[],
  ): AsyncGenerator<QueryEvent, Attempts, undefined> {
    const best = yield* this.maker.stated(inquiry, statements);
    return { all: [best], best };
  }

  /** @param found passages for the first attempt; without them the plan is searched for */
  async *answer(inquiry: Inquiry, found: Retrieved | null = null): AsyncGenerator<QueryEvent, Attempts, undefined> {
    const startedAt = this.clock.monotonic();
    const first = yield* found ? this.maker.from(inquiry, found) : this.maker.first(inquiry);
    const all: [Attempt, ...Attempt[]] = [first];
    let longestMs = this.clock.monotonic() - startedAt;
    let best = first;
    const maxRetries = asksDocuments(inquiry.plan) ? this.settings.maxRetries : 0;
    while (all.length <= maxRetries) {
      const correction = chooseCorrection(best, all.slice(all.indexOf(best) + 1));
      if (!correction) break;
      if (this.clock.now() + longestMs + RESERVE_MS > inquiry.context.deadline) {
        inquiry.degraded.add('self-correction');
        break;
      }
      const before = this.clock.monotonic();
      yield* inquiry.stages.run('correct', () => Promise.resolve({ value: null, detail: correction.detail }));
      const searches = all.filter(({ change }) => change === null || change.method === 'search').length;
      const attempt = yield* this.maker.corrected(inquiry, best, correction, searches);
      longestMs = Math.max(longestMs, this.clock.monotonic() - before);
      all.push(attempt);
      const better = betterAttempt(best, attempt);
      this.observer?.corrected(
        correction.instruction,
        better === best ? 'no-better' : isShowable(better) ? 'accepted' : 'better',
      );
      const isRepeated = attempt.synthesis.text === best.synthesis.text;
      best = better;
      // Passages that make no other answer now make none when there are more of them.
      if (correction.method === 'search' && isRepeated && attempt.retrieved.passages.length > 0) break;
    }
    const gain = confidenceGain(all, best);
    if (gain !== null) this.observer?.gained(gain);
    return { all, best };
  }
}
