import { type Completion, estimateRequestTokens, type ModelBackend } from '@arbiter/adapter-kit/language-model';
import type { Clock, GenerationRequest, TokenCount } from '@arbiter/ports';
import type { OpenAI } from 'openai';
import type { ChatDialect } from './chat-dialect.js';
import { chatParams } from './chat-params.js';
import { CompletionAssembler } from './completion-assembler.js';
import { arbiterErrorOf, modelMissing } from './openai-error.js';

/** One attempt at a server that speaks OpenAI's chat completions. */
export class OpenAIBackend implements ModelBackend {
  readonly name: string;

  constructor(
    private readonly client: OpenAI,
    private readonly model: string,
    readonly contextTokens: number | null,
    private readonly dialect: ChatDialect,
    private readonly clock: Clock,
  ) {
    this.name = `openai/${model}`;
  }

  async *generate(request: GenerationRequest, signal: AbortSignal): AsyncGenerator<string | Completion> {
    const assembler = new CompletionAssembler();
    const params = chatParams(this.model, request, this.dialect);
    try {
      for await (const chunk of await this.client.chat.completions.create(params, { signal })) {
        yield assembler.take(chunk);
      }
    } catch (thrown) {
      throw arbiterErrorOf(thrown, this.model, this.clock);
    }
    yield assembler.completion();
  }

  /** There is no endpoint for it, and the server's tokenizer is its own. */
  countTokens(request: GenerationRequest): Promise<TokenCount> {
    return Promise.resolve(estimateRequestTokens(request));
  }

  /** Looks through the list, since not every server can be asked for one model. */
  async health(signal: AbortSignal): Promise<void> {
    try {
      for await (const { id } of this.client.models.list({ signal })) if (id === this.model) return;
    } catch (thrown) {
      throw arbiterErrorOf(thrown, this.model, this.clock);
    }
    throw modelMissing(this.model, this.clock);
  }
}
