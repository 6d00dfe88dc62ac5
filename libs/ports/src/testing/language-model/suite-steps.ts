import type { RetryPolicy } from '@arbiter/contracts';
import { afterEach, expect } from '@jest/globals';
import type { Generation, GenerationEvent, GenerationRequest } from '../../language-model.js';
import type { LanguageModelStage, ScriptedReply, StageOptions } from './scripted-vendor.js';

export type OpenStage = (options: StageOptions) => Promise<LanguageModelStage>;

export const NO_RETRIES: RetryPolicy = { retries: 0, baseDelayMs: 0, maxDelayMs: 0 };
export const TWO_RETRIES: RetryPolicy = { retries: 2, baseDelayMs: 1, maxDelayMs: 50 };

export const REQUEST: GenerationRequest = {
  system: 'Answer in one sentence.',
  messages: [{ role: 'user', text: 'Who lit the lantern? 🏮' }],
  maxTokens: 200,
};

export const neverAborted = (): AbortSignal => new AbortController().signal;

/** Opens stages for the tests of one block and closes each after its test. A violation at the vendor fails the test. */
export function stagesOf(
  open: OpenStage,
): (replies: readonly ScriptedReply[], retry?: RetryPolicy) => Promise<LanguageModelStage> {
  const stages: LanguageModelStage[] = [];
  afterEach(async () => {
    const opened = stages.splice(0);
    await Promise.all(opened.map((stage) => stage.close()));
    expect(opened.flatMap(({ violations }) => violations)).toEqual([]);
  });
  return async (replies, retry = NO_RETRIES) => {
    const stage = await open({ replies, retry });
    stages.push(stage);
    return stage;
  };
}

export const saying = (...pieces: string[]): ScriptedReply => ({ type: 'answer', pieces });

export function generate(stage: LanguageModelStage, request: Partial<GenerationRequest> = {}): Promise<Generation> {
  return stage.model.generate({ ...REQUEST, ...request }, { signal: neverAborted() });
}

export async function eventsOf(
  stage: LanguageModelStage,
  request: Partial<GenerationRequest> = {},
): Promise<GenerationEvent[]> {
  const events: GenerationEvent[] = [];
  for await (const event of stage.model.stream({ ...REQUEST, ...request }, { signal: neverAborted() }))
    events.push(event);
  return events;
}
