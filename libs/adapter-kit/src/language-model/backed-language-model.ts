import { ArbiterError, type RetryPolicy } from '@arbiter/contracts';
import type {
  GenerateOptions,
  Generation,
  GenerationEvent,
  GenerationRequest,
  LanguageModel,
  ModelActivity,
  TextCitation,
  TokenCount,
  TokenUsage,
  StopReason,
  ToolCall,
} from '@arbiter/ports';
import { billedError, sumUsages, usageOfError } from './token-usage.js';
import { checkGenerationRequest } from './generation-request.js';
import { DEFAULT_RETRY_POLICY, retryDelayMs } from '../resilience/retry-policy.js';
import { sleep } from '../resilience/abortable.js';
import { type FilteredPiece, ThinkingFilter } from './thinking-filter.js';
import { protocolError } from './vendor-error.js';

/** A request that is sent again; for logs and metrics. */
export interface Retry {
  readonly model: string;
  /** From 1. */
  readonly retry: number;
  readonly delayMs: number;
  readonly error: ArbiterError;
}

/** What a model that thinks by itself may think, in tokens, where nobody has said: most need a third of it. */
export const DEFAULT_THINKING_TOKENS = 4_096;

export interface BackedLanguageModelOptions {
  readonly retry?: RetryPolicy;
  /** Longest wait for the first sign of life, and for the next one after each, in milliseconds. Default: no limit. */
  readonly silenceMs?: number;
  readonly onRetry?: (retry: Retry) => void;
  /** In [0, 1); spreads retries. */
  readonly random?: () => number;
}

/**
 * A LanguageModel over one vendor's backend. Retries happen here and not in the vendors' SDKs. One SDK has none. The
 * others wait up to a minute if the server asks for it, and ignore the caller's deadline.
 *
 * `generate` reads the stream, too. A slow local model that answered only when it is done would exceed the client's time
 * limit for response headers.
 */
export class BackedLanguageModel implements LanguageModel {
  readonly name: string;
  readonly contextTokens: number | null;
  readonly bindsCitations: boolean;
  readonly #closed = new AbortController();
  readonly #retry: RetryPolicy;
  readonly #onRetry: (retry: Retry) => void;
  readonly #random: () => number;
  readonly #silenceMs: number;
  /** The server gives the end of a thought without its beginning, as an earlier answer has shown. */
  #thinksFirst = false;

  constructor(
    private readonly backend: ModelBackend,
    {
      retry = DEFAULT_RETRY_POLICY,
      silenceMs = Infinity,
      onRetry = () => undefined,
      random = Math.random,
    }: BackedLanguageModelOptions = {},
  ) {
    this.#silenceMs = silenceMs;
    this.name = backend.name;
    this.contextTokens = backend.contextTokens;
    this.bindsCitations = backend.bindsCitations ?? false;
    this.#retry = retry;
    this.#onRetry = onRetry;
    this.#random = random;
  }

  async generate(request: GenerationRequest, { signal }: GenerateOptions): Promise<Generation> {
    const unusable: TokenUsage[] = [];
    for (let retry = 1; ; retry++) {
      try {
        const generation = await lastOf(this.#attempt(request, signal));
        return { ...generation, usage: sumUsages([...unusable, generation.usage]) };
      } catch (thrown) {
        const usage = usageOfError(thrown);
        if (usage) unusable.push(usage);
        const error = unusable.length > 0 ? billedError(thrown, sumUsages(unusable)) : thrown;
        await this.#beforeRetry(error, retry, signal);
      }
    }
  }

  async *stream(request: GenerationRequest, { signal }: GenerateOptions): AsyncGenerator<GenerationEvent, void, void> {
    for (let retry = 1; ; retry++) {
      let given = false;
      try {
        for await (const event of this.#attempt(request, signal)) {
          given ||= event.type === 'text';
          yield event;
        }
        return;
      } catch (thrown) {
        if (given) throw thrown;
        await this.#beforeRetry(thrown, retry, signal);
      }
    }
  }

  async countTokens(request: GenerationRequest, { signal }: GenerateOptions): Promise<TokenCount> {
    checkGenerationRequest(request, this.bindsCitations);
    return this.#bounded(signal, (bounded) => this.backend.countTokens(request, bounded));
  }

  health(signal: AbortSignal): Promise<void> {
    return this.#bounded(signal, (bounded) => this.backend.health(bounded));
  }

  warmUp(signal: AbortSignal): Promise<void> {
    return this.#bounded(signal, async (bounded) => this.backend.warmUp?.(bounded));
  }

  close(): Promise<void> {
    this.#closed.abort(new ArbiterError('UNAVAILABLE', 'The language model has been closed: create a new one.'));
    return Promise.resolve();
  }

  async *#attempt(request: GenerationRequest, outer: AbortSignal): AsyncGenerator<GenerationEvent, void, void> {
    checkGenerationRequest(request, this.bindsCitations);
    // Also aborted when the reader leaves early, since not every SDK then ends its request.
    const left = new AbortController();
    const silence = new SilenceLimit(this.name, this.#silenceMs);
    const signal = AbortSignal.any([outer, this.#closed.signal, left.signal, silence.signal]);
    const filter = new ThinkingFilter(this.#thinksFirst);
    let text = '';
    let completion: Completion | null = null;
    const told = (pieces: readonly FilteredPiece[]): GenerationEvent[] =>
      pieces.map((piece) => {
        if (piece.type === 'thinking') return { type: 'activity', activity: 'thinking' };
        if (piece.type === 'restart') this.#thinksFirst = true;
        text = piece.type === 'text' ? text + piece.text : '';
        return piece;
      });
    try {
      signal.throwIfAborted();
      silence.begin();
      for await (const piece of this.backend.generate(request, signal)) {
        silence.end();
        if (typeof piece === 'string') yield* told(filter.feed(piece));
        else if ('activity' in piece) yield { type: 'activity', activity: piece.activity };
        else if ('citations' in piece) yield* cited(told(filter.feed(piece.text)), piece.citations);
        else completion = piece;
        silence.begin();
      }
      silence.end();
      signal.throwIfAborted();
      if (!completion) throw protocolError(this.name, 'it has no end');
      yield* told(filter.end());
      yield { type: 'end', generation: { text, output: outputOf(request, text, completion), ...completion } };
    } catch (thrown) {
      signal.throwIfAborted();
      throw thrown;
    } finally {
      silence.end();
      left.abort();
    }
  }

  async #bounded<T>(outer: AbortSignal, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const signal = AbortSignal.any([outer, this.#closed.signal]);
    try {
      signal.throwIfAborted();
      return await call(signal);
    } catch (thrown) {
      signal.throwIfAborted();
      throw thrown;
    }
  }

  /** Waits, or throws the error when there is nothing to wait for. */
  async #beforeRetry(thrown: unknown, retry: number, outer: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([outer, this.#closed.signal]);
    signal.throwIfAborted();
    if (!(thrown instanceof ArbiterError)) throw thrown;
    const delayMs = retryDelayMs(thrown, retry, this.#retry, this.#random());
    if (delayMs === null) throw thrown;
    this.#onRetry({ model: this.name, retry, delayMs, error: thrown });
    await sleep(delayMs, signal);
  }
}

/** Ends a request whose server has said nothing for too long; its reader may take as long as it likes. */
class SilenceLimit {
  readonly #exceeded = new AbortController();
  readonly signal = this.#exceeded.signal;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly name: string,
    private readonly limitMs: number,
  ) {}

  begin(): void {
    const { name, limitMs } = this;
    if (limitMs === Infinity) return;
    this.#timer = setTimeout(() => {
      const details = { reason: 'silent', timeoutMs: limitMs };
      this.#exceeded.abort(
        new ArbiterError('DEADLINE_EXCEEDED', `${name} said nothing for ${limitMs / 1_000} s.`, { details }),
      );
    }, limitMs);
  }

  end(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

function cited(events: readonly GenerationEvent[], citations: readonly TextCitation[]): GenerationEvent[] {
  return events.map((event) => (event.type === 'text' && citations.length > 0 ? { ...event, citations } : event));
}

function outputOf(request: GenerationRequest, text: string, { stopReason, usage }: Completion): unknown {
  try {
    return parseOutput(request, text, stopReason);
  } catch (error) {
    throw billedError(error, usage);
  }
}

async function lastOf(events: AsyncIterable<GenerationEvent>): Promise<Generation> {
  let generation: Generation | null = null;
  for await (const event of events) if (event.type === 'end') generation = event.generation;
  if (!generation) throw new ArbiterError('INTERNAL', 'A generation ended without its last event.');
  return generation;
}

/** The remaining facts about a generation, available once its text is complete. */
export interface Completion {
  readonly toolCalls: readonly ToolCall[];
  readonly stopReason: StopReason;
  readonly usage: TokenUsage;
  readonly model: string;
}

/** Text, and what the vendor says that it rests on. */
export interface CitedText {
  readonly text: string;
  readonly citations: readonly TextCitation[];
}

/** A sign of life of a vendor: text, '' for none, or what its model does meanwhile. */
export type ModelSign = string | CitedText | { readonly activity: ModelActivity };
/** What a vendor sends: signs of life, and the end. */
export type ModelPiece = ModelSign | Completion;

/**
 * The part of a language model that differs from vendor to vendor: one attempt over the wire. Checks, retries,
 * structured output and closing are `BackedLanguageModel`'s. Every method rejects with the codes of the LanguageModel
 * port, and ends its request at the vendor when the signal is aborted.
 */
export interface ModelBackend {
  readonly name: string;
  readonly contextTokens: number | null;
  /** Default: false. */
  readonly bindsCitations?: boolean;
  /**
   * @param request keeps the rules of the port
   * @returns the text in pieces as they come, '' for other signs of life; last, once, what else came
   */
  generate(request: GenerationRequest, signal: AbortSignal): AsyncIterable<ModelPiece>;
  countTokens(request: GenerationRequest, signal: AbortSignal): Promise<TokenCount>;
  health(signal: AbortSignal): Promise<void>;
  /** Absent where the vendor has the model loaded. */
  warmUp?(signal: AbortSignal): Promise<void>;
}

/**
 * @returns the JSON that the text is, where the request wants an output and the model did not refuse; else null
 * @throws ArbiterError INVALID_REQUEST when the text was cut at `maxTokens`, which would happen again; UNAVAILABLE with
 *   `details.reason` `malformed-output` when it is not JSON. Neither holds any of the text
 */
export function parseOutput(request: GenerationRequest, text: string, stopReason: StopReason): unknown {
  if (!request.output || stopReason === 'refusal') return null;
  const { name } = request.output;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    if (stopReason === 'length') {
      throw new ArbiterError(
        'INVALID_REQUEST',
        `The output "${name}" did not fit into ${request.maxTokens} tokens: allow more, or ask for less.`,
        { details: { reason: 'truncated-output', output: name, maxTokens: request.maxTokens } },
      );
    }
    throw new ArbiterError('UNAVAILABLE', `The language model gave something that is not JSON for "${name}".`, {
      details: { reason: 'malformed-output', output: name, characters: text.length },
    });
  }
}
