import type { Anthropic } from '@anthropic-ai/sdk';
import { type Completion, type ModelSign, protocolError, unreachableError } from '@arbiter/adapter-kit/language-model';
import type { StopReason, ToolCall } from '@arbiter/ports';

const STOP_REASONS: Readonly<Partial<Record<string, StopReason>>> = {
  end_turn: 'end',
  // Only tools that Anthropic runs itself pause, and none is offered.
  pause_turn: 'end',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  stop_sequence: 'stop-sequence',
  tool_use: 'tool-use',
  refusal: 'refusal',
};

interface OpenCall {
  readonly id: string;
  readonly name: string;
  json: string;
}

/** Puts together what the events of one answer say besides its text. */
export class CompletionAssembler {
  readonly #calls = new Map<number, OpenCall>();
  #model = '';
  #input = 0;
  #cacheRead = 0;
  #cacheWrite = 0;
  #output = 0;
  #stopReason: Anthropic.StopReason | null = null;
  #ended = false;

  /** @returns the text that the event brings, or that the model thinks; '' for another sign of life */
  take(event: Anthropic.RawMessageStreamEvent): ModelSign {
    switch (event.type) {
      case 'message_start':
        this.#model = event.message.model;
        this.#takeUsage(event.message.usage);
        return '';
      case 'content_block_start':
        if (event.content_block.type === 'text') return event.content_block.text;
        if (event.content_block.type === 'tool_use') {
          const { id, name } = event.content_block;
          this.#calls.set(event.index, { id, name, json: '' });
        }
        return '';
      case 'content_block_delta':
        return this.#takeDelta(event);
      case 'message_delta':
        this.#stopReason = event.delta.stop_reason;
        this.#takeUsage(event.usage);
        return '';
      case 'message_stop':
        this.#ended = true;
        return '';
      default:
        // A ping.
        return '';
    }
  }

  /** @throws ArbiterError UNAVAILABLE when the events ended too early, or a tool's arguments are not JSON */
  completion(): Completion {
    if (!this.#ended || !this.#stopReason) throw unreachableError('Anthropic', 'the stream has no end');
    return {
      toolCalls: [...this.#calls.values()].map(toolCallOf),
      // A reason that is newer than this code.
      stopReason: STOP_REASONS[this.#stopReason] ?? 'end',
      usage: {
        inputTokens: this.#input + this.#cacheRead + this.#cacheWrite,
        outputTokens: this.#output,
        cachedInputTokens: this.#cacheRead,
        cacheWriteTokens: this.#cacheWrite,
      },
      model: this.#model,
    };
  }

  #takeDelta({ index, delta }: Anthropic.RawContentBlockDeltaEvent): ModelSign {
    if (delta.type === 'text_delta') return delta.text;
    if (delta.type === 'thinking_delta') return { activity: 'thinking' };
    const call = this.#calls.get(index);
    if (delta.type === 'input_json_delta' && call) call.json += delta.partial_json;
    return '';
  }

  /** Every event that names a figure names its total so far. */
  #takeUsage(usage: Anthropic.Usage | Anthropic.MessageDeltaUsage): void {
    this.#input = usage.input_tokens ?? this.#input;
    this.#cacheRead = usage.cache_read_input_tokens ?? this.#cacheRead;
    this.#cacheWrite = usage.cache_creation_input_tokens ?? this.#cacheWrite;
    this.#output = usage.output_tokens;
  }
}

function toolCallOf({ id, name, json }: OpenCall): ToolCall {
  try {
    // A tool without arguments may come without any JSON.
    const input: unknown = json === '' ? {} : JSON.parse(json);
    if (typeof input === 'object' && input !== null && !Array.isArray(input))
      return { id, name, arguments: { ...input } };
  } catch {
    // As for JSON that is no object.
  }
  throw protocolError('Anthropic', `the arguments for the tool "${name}" are not a JSON object`);
}
