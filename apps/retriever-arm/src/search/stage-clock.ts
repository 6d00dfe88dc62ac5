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
