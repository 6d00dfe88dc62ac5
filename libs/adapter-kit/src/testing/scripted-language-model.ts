import { ArbiterError, type RetryPolicy } from '@arbiter/contracts';
import type {
  GenerateOptions,
  Generation,
  GenerationEvent,
  GenerationRequest,
  LanguageModel,
  TokenCount,
} from '@arbiter/ports';
import { STATUS_OF_FAILURE, SCRIPTED_USAGE, stopReasonOf, type ScriptedReply } from '@arbiter/ports/testing';
import {
  BackedLanguageModel,
  estimateRequestTokens,
  unreachableError,
  vendorError,
  type ModelBackend,
  type ModelPiece,
} from '../language-model/index.js';
import { abortable } from '../resilience/abortable.js';

/**
 * Chooses what to answer. A text is an answer in small pieces, an error is thrown.
 *
 * @param request as the caller gave it
 * @param attempt number of this attempt over all requests, from 1
 */
export type Script = (request: GenerationRequest, attempt: number) => ScriptedReply | ArbiterError | string;

export interface ScriptedLanguageModelOptions {
  readonly name?: string;
  readonly contextTokens?: number | null;
  /** Default: false. */
  readonly bindsCitations?: boolean;
  /** Default: none, so that a test sees the first failure. */
  readonly retry?: RetryPolicy;
  /** As BackedLanguageModelOptions has it. */
  readonly silenceMs?: number;
}

const NO_RETRIES: RetryPolicy = { retries: 0, baseDelayMs: 0, maxDelayMs: 0 };
/** Characters of a piece, in turn: a marker such as `[12]` is torn apart at every place sooner or later. */
const PIECE_SIZES = [1, 2, 3, 5, 7];

/**
 * A language model for tests whose answers depend on the request. Keeps to the port as an adapter does: passes
 * `describeLanguageModel`.
 */
export class ScriptedLanguageModel implements LanguageModel {
  readonly name: string;
  readonly contextTokens: number | null;
  readonly bindsCitations: boolean;
  readonly #backend: ScriptedBackend;
  readonly #model: BackedLanguageModel;

  constructor(
    script: Script,
    {
      name = 'scripted/paper',
      contextTokens = null,
      bindsCitations = false,
      retry = NO_RETRIES,
      silenceMs,
    }: ScriptedLanguageModelOptions = {},
  ) {
    this.name = name;
    this.contextTokens = contextTokens;
    this.bindsCitations = bindsCitations;
    this.#backend = new ScriptedBackend(name, contextTokens, bindsCitations, script);
    this.#model = new BackedLanguageModel(this.#backend, { retry, ...(silenceMs !== undefined && { silenceMs }) });
  }

  /** Every request that was answered or refused, retries included, in order. */
  get requests(): readonly GenerationRequest[] {
    return this.#backend.requests;
  }

  /** How many answers were left before they were complete. */
  get abandoned(): number {
    return this.#backend.abandoned;
  }

  generate(request: GenerationRequest, options: GenerateOptions): Promise<Generation> {
    return this.#model.generate(request, options);
  }

  stream(request: GenerationRequest, options: GenerateOptions): AsyncIterable<GenerationEvent> {
    return this.#model.stream(request, options);
  }

  countTokens(request: GenerationRequest, options: GenerateOptions): Promise<TokenCount> {
    return this.#model.countTokens(request, options);
  }

  health(signal: AbortSignal): Promise<void> {
    return this.#model.health(signal);
  }

  warmUp(signal: AbortSignal): Promise<void> {
    return this.#model.warmUp(signal);
  }

  close(): Promise<void> {
    return this.#model.close();
  }
}

class ScriptedBackend implements ModelBackend {
  readonly requests: GenerationRequest[] = [];
  abandoned = 0;

  constructor(
    readonly name: string,
    readonly contextTokens: number | null,
    readonly bindsCitations: boolean,
    private readonly script: Script,
  ) {}

  async *generate(request: GenerationRequest, signal: AbortSignal): AsyncGenerator<ModelPiece> {
    this.requests.push(request);
    const scripted = this.script(request, this.requests.length);
    if (scripted instanceof ArbiterError) throw scripted;
    const reply: ScriptedReply =
      typeof scripted === 'string' ? { type: 'answer', pieces: piecesOf(scripted) } : scripted;
    if (reply.type === 'failure') throw failureOf(this.name, reply);
    let left = true;
    try {
      const { thinking = [], citations = {} } = reply.type === 'answer' ? reply : {};
      const texts = reply.pieces.map((text, i) => (citations[i] ? { text, citations: citations[i] } : text));
      for (const piece of [...thinking.map(() => ({ activity: 'thinking' as const })), ...texts]) {
        await nextTurn();
        signal.throwIfAborted();
        yield piece;
      }
      if (reply.type === 'hang') await abortable(signal, () => new Promise(() => undefined));
      left = false;
    } finally {
      if (left) this.abandoned++;
    }
    if (reply.type !== 'answer') throw unreachableError(this.name, 'the script cut it');
    yield {
      toolCalls: reply.toolCalls ?? [],
      stopReason: stopReasonOf(reply),
      usage: reply.usage ?? SCRIPTED_USAGE,
      model: this.name,
    };
  }

  countTokens(request: GenerationRequest): Promise<TokenCount> {
    return Promise.resolve(estimateRequestTokens(request, this.name));
  }

  health(): Promise<void> {
    return Promise.resolve();
  }
}

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    const size = PIECE_SIZES[pieces.length % PIECE_SIZES.length] ?? 1;
    pieces.push(text.slice(start, start + size));
    start += size;
  }
  return pieces;
}

function failureOf(name: string, reply: Extract<ScriptedReply, { type: 'failure' }>): ArbiterError {
  const failure = {
    vendor: name,
    status: STATUS_OF_FAILURE[reply.code],
    retryAfter: reply.retryAfter ?? null,
    message: reply.seesNoPictures ? 'This model does not support image input.' : undefined,
    keySetting: 'SCRIPTED_API_KEY',
    modelRemedy: `There is no ${name}.`,
  };
  return vendorError(failure, Date.now());
}

/** A turn of the event loop, as between two packets. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
