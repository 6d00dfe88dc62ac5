/** Runs that are remembered of every tool: enough for a median, few enough to follow a change within minutes. */
const WINDOW = 64;

/** What tools took lately, for the estimates of plans. */
export class MeasuredDurations {
  private readonly windows = new Map<string, number[]>();

  /**
   * @param tool its own name: of a registered tool, so that their number is bounded
   * @param durationMs milliseconds of a run that ended well and was not answered from the cache
   */
  record(tool: string, durationMs: number): void {
    const window = this.windows.get(tool) ?? [];
    this.windows.set(tool, [...window.slice(1 - WINDOW), durationMs]);
  }

  /**
   * @param quantile 0–1; the median when absent
   * @returns milliseconds, the nearest rank among the last 64 runs; undefined before the first
   */
  typicalMs(tool: string, quantile = 0.5): number | undefined {
    const ascending = [...(this.windows.get(tool) ?? [])].sort((a, b) => a - b);
    return ascending[Math.max(0, Math.ceil(quantile * ascending.length) - 1)];
  }

  /** The medians of those that have run; a promise, so that it can be recorded with an answer. */
  typical(tools: readonly string[]): Promise<Record<string, number>> {
    const known = tools.flatMap((tool) => {
      const ms = this.typicalMs(tool);
      return ms === undefined ? [] : [[tool, ms] as const];
    });
    return Promise.resolve(Object.fromEntries(known));
  }
}
