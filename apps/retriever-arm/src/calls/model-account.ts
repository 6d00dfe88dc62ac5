import { addUsage, type ModelReport, type ModelTerms } from '@arbiter/contracts';

/**
 * What one request may ask of the arm's language model, and what it has asked: calls one after the other draw from the same
 * budget.
 */
export class ModelAccount {
  readonly #reports: ModelReport[] = [];

  constructor(private readonly granted: ModelTerms) {}

  /** The terms that remain for the next request. */
  get terms(): ModelTerms {
    const { budget, includePrompts } = this.granted;
    const { usage } = this.report();
    const used = usage ? usage.inputTokens + usage.outputTokens : 0;
    return { ...(budget && { budget: { maxTokens: Math.max(0, budget.maxTokens - used) } }), includePrompts };
  }

  readonly add = (report: ModelReport): void => {
    this.#reports.push(report);
  };

  /** Of everything so far. */
  report(): ModelReport {
    const usages = this.#reports.flatMap(({ usage }) => usage ?? []);
    const modelCalls = this.#reports.flatMap((report) => report.modelCalls ?? []);
    return {
      ...(usages.length > 0 && { usage: usages.reduce(addUsage) }),
      ...(modelCalls.length > 0 && { modelCalls }),
    };
  }
}
