import type { AnswerabilityModel, AnswerCandidate } from '../answerability-model.js';

/** Says of each statement what a table says, and remembers what it was asked. */
export class ScriptedAnswerabilityModel implements AnswerabilityModel {
  readonly model = 'scripted';
  readonly asked: AnswerCandidate[] = [];
  isClosed = false;

  constructor(private readonly probabilityOf: (statement: string) => number | null) {}

  async score(
    candidates: readonly AnswerCandidate[],
    _options: { readonly signal: AbortSignal },
  ): Promise<readonly (number | null)[]> {
    await Promise.resolve();
    this.asked.push(...candidates);
    return candidates.map(({ statement }) => this.probabilityOf(statement));
  }

  warmUp(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }
}

/** Never answers: waits until its signal is aborted. */
export class SilentAnswerabilityModel extends ScriptedAnswerabilityModel {
  constructor() {
    super(() => null);
  }

  override score(
    _candidates: readonly AnswerCandidate[],
    { signal }: { readonly signal: AbortSignal },
  ): Promise<never> {
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        reject(signal.reason as Error);
      });
    });
  }
}
