import { ArbiterError } from '@arbiter/contracts';
import type { GenerateOptions, Generation, LanguageModel, PageReading, VisionModel } from '@arbiter/ports';
import type { FenceIds } from '@arbiter/prompting';
import { isInjected, splitSentences } from '@arbiter/text';
import { readable } from '../synthesis/generated/fit-context.js';
import { RepeatedPrompt } from '../synthesis/generated/repeated-prompt.js';
import { readStatements } from './read-statements.js';
import { buildVisionPrompt } from './vision.prompt.js';

export interface VisionModelPorts {
  readonly model: Pick<LanguageModel, 'name' | 'contextTokens' | 'stream'>;
  /** Random: fences are built from its ids. */
  readonly ids: FenceIds;
}

type Answer = Pick<Generation, 'text' | 'output' | 'stopReason'>;

/** Reads pages with a language model that sees pictures. */
export class PromptedVisionModel implements VisionModel {
  constructor(private readonly ports: VisionModelPorts) {}

  get name(): string {
    return this.ports.model.name;
  }

  /** @param ask default: the model; another one may count and bound what it is asked */
  async read(
    reading: PageReading,
    options: GenerateOptions,
    ask: LanguageModel['stream'] = (request, { signal }) => this.ports.model.stream(request, { signal }),
  ): Promise<readonly string[]> {
    const { question, title, words } = reading;
    const { request, fence, instructions } = buildVisionPrompt(reading, this.ports);
    const answer = await answerOf(ask(request, options), options);
    const known = readable(words);
    // A model that has read them in the picture repeats what they order.
    const orders = splitSentences(words)
      .map(({ start, end }) => words.slice(start, end))
      .filter(isInjected);
    const repeated = { question, instructions: [...instructions, ...orders], fenceId: fence.id, sources: [known] };
    return readStatements(answer, { prompt: new RepeatedPrompt(repeated), foundations: [known, title] });
  }
}

/** Of a stream, for its text: where a small model has answered in prose, or not to its end, that is no error to a reader of sentences. */
async function answerOf(events: ReturnType<LanguageModel['stream']>, { signal }: GenerateOptions): Promise<Answer> {
  let answer: Answer = { text: '', output: null, stopReason: 'end' };
  try {
    for await (const event of events) {
      if (event.type === 'text') answer = { ...answer, text: answer.text + event.text };
      else if (event.type === 'restart') answer = { ...answer, text: '' };
      else if (event.type === 'end') answer = event.generation;
    }
    return answer;
  } catch (thrown) {
    signal.throwIfAborted();
    const { reason } = thrown instanceof ArbiterError ? thrown.details : {};
    if (reason === 'malformed-output' && answer.text !== '') return answer;
    if (reason === 'truncated-output') return { ...answer, stopReason: 'length' };
    throw thrown;
  }
}
