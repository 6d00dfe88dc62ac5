import type { RetryPolicy } from '@arbiter/contracts';
import type { Generation, GenerationRequest, LanguageModel } from '@arbiter/ports';
import { afterEach } from '@jest/globals';

export const NO_RETRIES: RetryPolicy = { retries: 0, baseDelayMs: 0, maxDelayMs: 0 };

export const REQUEST: GenerationRequest = {
  system: 'Be brief.',
  messages: [{ role: 'user', text: 'Who lit the lantern?' }],
  maxTokens: 100,
};

export const neverAborted = (): AbortSignal => new AbortController().signal;

/** Asks who lit the lantern, or what the fields say instead. */
export function ask(model: LanguageModel, request: Partial<GenerationRequest> = {}): Promise<Generation> {
  return model.generate({ ...REQUEST, ...request }, { signal: neverAborted() });
}

/** Closes after each test of the block what was opened in it. */
export function closingAfterEach(): <T extends { close(): Promise<void> }>(opened: T) => T {
  const opened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
  });
  return (one) => {
    opened.push(one);
    return one;
  };
}
