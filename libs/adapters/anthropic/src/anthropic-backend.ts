import type { Anthropic } from '@anthropic-ai/sdk';
import type { Completion, ModelBackend } from '@arbiter/adapter-kit/language-model';
import type { Clock, GenerationRequest, TokenCount } from '@arbiter/ports';
import { arbiterErrorOf } from './anthropic-error.js';
import { CompletionAssembler } from './completion-assembler.js';
import { messageParams, promptParams } from './message-params.js';

/** One attempt at Anthropic's Messages API. */
export class AnthropicBackend implements ModelBackend {
  readonly name: string;

  constructor(
    private readonly client: Anthropic,
    private readonly model: string,
    readonly contextTokens: number,
    private readonly clock: Clock,
  ) {
    this.name = `anthropic/${model}`;
  }

  async *generate(request: GenerationRequest, signal: AbortSignal): AsyncGenerator<string | Completion> {
    const assembler = new CompletionAssembler();
    const params = messageParams(this.model, request);
    try {
      for await (const event of await this.client.messages.create(params, { signal })) {
        const text = assembler.take(event);
        if (text !== null) yield text;
      }
    } catch (thrown) {
      throw arbiterErrorOf(thrown, this.model, this.clock);
    }
    yield assembler.completion();
  }

  async countTokens(request: GenerationRequest, signal: AbortSignal): Promise<TokenCount> {
    try {
      const params = { model: this.model, ...promptParams(request) };
      const { input_tokens: tokens } = await this.client.messages.countTokens(params, { signal });
      return { tokens, exact: true };
    } catch (thrown) {
      throw arbiterErrorOf(thrown, this.model, this.clock);
    }
  }

  async health(signal: AbortSignal): Promise<void> {
    try {
      await this.client.models.retrieve(this.model, {}, { signal });
    } catch (thrown) {
      throw arbiterErrorOf(thrown, this.model, this.clock);
    }
  }
}
