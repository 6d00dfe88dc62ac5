import type { Clock } from '@arbiter/ports';

/** Gives out the time of one call to the steps that its answer can do without. */
export interface TimeBudget {
  /**
   * @param most milliseconds that the step has if the call's time is not short
   * @returns milliseconds that it has now: 0 to `most`; with 0 it is not to begin
   */
  within(most: number): number;
}

export const UNLIMITED: TimeBudget = { within: (most) => most };

/**
 * Reserved for steps without a language model: the relevance of passages, the extraction of an answer and the reply to
 * the caller. Together they take some 50 ms beside the reader, and a few times that on a busy machine.
 */
const RESERVE_MS = 1_000;
/** Largest share of a short time that is reserved, 0–1: a caller in a hurry still gets the quick steps. */
const RESERVE_SHARE = 0.25;

/** @param deadline of a call that has just begun, in milliseconds since the Unix epoch */
export function timeBudgetUntil(deadline: number, clock: Clock): TimeBudget {
  const reserve = Math.min(RESERVE_MS, RESERVE_SHARE * (deadline - clock.now()));
  return { within: (most) => Math.max(0, Math.min(most, Math.floor(deadline - clock.now() - reserve))) };
}

/** Milliseconds spent in each stage of a search, in order of first appearance. */
export type StageTimings = Readonly<Record<string, number>>;

/** Measures the stages of one search. A stage that runs twice adds up. */
export class StageClock {
  private readonly spent = new Map<string, number>();

  /** @param now milliseconds that only go forward */
  constructor(private readonly now: () => number) {}

  async time<T>(stage: string, work: () => Promise<T>): Promise<T> {
    const from = this.now();
    try {
      return await work();
    } finally {
      this.add(stage, from);
    }
  }

  timeSync<T>(stage: string, work: () => T): T {
    const from = this.now();
    try {
      return work();
    } finally {
      this.add(stage, from);
    }
  }

  get timings(): StageTimings {
    return Object.fromEntries(this.spent);
  }

  private add(stage: string, from: number): void {
    this.spent.set(stage, (this.spent.get(stage) ?? 0) + this.now() - from);
  }
}
