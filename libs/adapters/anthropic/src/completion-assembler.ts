import type { Anthropic } from '@anthropic-ai/sdk';
import {
  type CitedText,
  type Completion,
  type ModelSign,
  toolCallOf,
  unreachableError,
} from '@arbiter/adapter-kit/language-model';
import type { StopReason, TextCitation } from '@arbiter/ports';
import type { CitedDocuments } from './cited-documents.js';

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

/** A text whose citations are still to come, or its words: they come in either order. */
interface OpenText {
  text: string;
  readonly citations: TextCitation[];
}

/** Puts together what the events of one answer say besides its text. */
export class CompletionAssembler {
  readonly #calls = new Map<number, OpenCall>();
  readonly #cited = new Map<number, OpenText>();
  #model = '';
  #input = 0;
  #cacheRead = 0;
  #cacheWrite = 0;
  #output = 0;
  #stopReason: Anthropic.StopReason | null = null;
  #ended = false;

  constructor(private readonly documents: CitedDocuments) {}

  /** @returns the text that the event brings, or that the model thinks; '' for another sign of life */
  take(event: Anthropic.RawMessageStreamEvent): ModelSign {
    switch (event.type) {
      case 'message_start':
        this.#model = event.message.model;
        this.#takeUsage(event.message.usage);
        return '';
      case 'content_block_start':
        if (event.content_block.type === 'text') return this.#beginText(event.index, event.content_block);
        if (event.content_block.type === 'tool_use') {
          const { id, name } = event.content_block;
          this.#calls.set(event.index, { id, name, json: '' });
        }
        return '';
      case 'content_block_delta':
        return this.#takeDelta(event);
      case 'content_block_stop':
        return this.#endText(event.index);
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
    if (!this.#ended || !this.#stopReason || this.#cited.size > 0)
      throw unreachableError('Anthropic', 'the stream has no end');
    return {
      toolCalls: [...this.#calls.values()].map((call) => toolCallOf('Anthropic', call)),
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

  /** A text that will have citations begins with an empty list of them. It is kept until it is whole: a claim, seldom more. */
  #beginText(index: number, { text, citations }: Anthropic.TextBlock): string {
    if (!Array.isArray(citations)) return text;
    this.#cited.set(index, { text, citations: [] });
    return '';
  }

  #endText(index: number): string | CitedText {
    const cited = this.#cited.get(index);
    this.#cited.delete(index);
    return cited ?? '';
  }

  #takeDelta({ index, delta }: Anthropic.RawContentBlockDeltaEvent): ModelSign {
    const cited = this.#cited.get(index);
    if (delta.type === 'text_delta') {
      if (!cited) return delta.text;
      cited.text += delta.text;
    }
    if (delta.type === 'citations_delta') {
      const citation = this.documents.find(delta.citation);
      if (citation) cited?.citations.push(citation);
    }
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
