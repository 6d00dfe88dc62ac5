import type {
  Clock,
  GenerateOptions,
  Generation,
  GenerationEvent,
  GenerationRequest,
  LanguageModel,
  TokenCount,
  TokenUsage,
} from '@arbiter/ports';
import { ArbiterError, type ErrorCode } from '@arbiter/contracts';
import { CircuitBreaker, type CircuitPass, type CircuitSettings } from '../resilience/circuit-breaker.js';
import { usageOfError } from './token-usage.js';

/** One call of a model that has ended. */
export interface ModelUse {
  /** Name and version of the prompt; null for a call without one. */
  readonly prompt: string | null;
  /** CANCELLED for an answer that nobody read to its end. */
  readonly code: 'OK' | ErrorCode;
  /** As the vendor bills it, of an answer that could not be used too; null when it told none. */
  readonly usage: TokenUsage | null;
  readonly durationMs: number;
}

/** A few tokens show whether a model is back. */
const PROBE: GenerationRequest = {
  prompt: 'probe',
  system: '',
  messages: [{ role: 'user', text: 'Answer with the word yes.' }],
  maxTokens: 16,
};

/**
 * A language model that is not asked while its vendor is away, or longer where the vendor asks for that; a call that runs into
 * its time limit counts as away. Whether it is back is asked beside the calls, each of which would otherwise wait for a server
 * that says nothing.
 */
export class GuardedLanguageModel implements LanguageModel {
  readonly name: string;
  readonly contextTokens: number | null;
  readonly bindsCitations: boolean;
  readonly circuit: CircuitBreaker;
  readonly #observers = new Map<object, (use: ModelUse) => void>();

  constructor(
    private readonly model: LanguageModel,
    private readonly clock: Clock,
    settings?: CircuitSettings,
  ) {
    this.name = model.name;
    this.contextTokens = model.contextTokens;
    this.bindsCitations = model.bindsCitations;
    this.circuit = new CircuitBreaker(model.name, clock, settings);
  }

  /** @param key whose observer it is: a second one of the same key takes the place of the first */
  observe(key: object, observer: (use: ModelUse) => void): void {
    this.#observers.set(key, observer);
  }

  async generate(request: GenerationRequest, options: GenerateOptions): Promise<Generation> {
    options.signal.throwIfAborted();
    const pass = this.#enter();
    const tell = this.#begin(request);
    try {
      const generation = await this.model.generate(request, options);
      pass.succeeded();
      tell('OK', generation.usage);
      return generation;
    } catch (thrown) {
      tell(ArbiterError.from(thrown).code, usageOfError(thrown));
      pass.failed(thrown);
      throw thrown;
    }
  }

  async *stream(request: GenerationRequest, options: GenerateOptions): AsyncGenerator<GenerationEvent, void, void> {
    options.signal.throwIfAborted();
    const pass = this.#enter();
    const tell = this.#begin(request);
    try {
      for await (const event of this.model.stream(request, options)) {
        if (event.type === 'end') {
          pass.succeeded();
          tell('OK', event.generation.usage);
        }
        yield event;
      }
    } catch (thrown) {
      tell(ArbiterError.from(thrown).code, usageOfError(thrown));
      pass.failed(thrown);
      throw thrown;
    } finally {
      // For a reader that has seen enough; after an end they change nothing.
      pass.left();
      tell('CANCELLED', null);
    }
  }

  countTokens(request: GenerationRequest, options: GenerateOptions): Promise<TokenCount> {
    return this.model.countTokens(request, options);
  }

  health(signal: AbortSignal): Promise<void> {
    return this.model.health(signal);
  }

  warmUp(signal: AbortSignal): Promise<void> {
    return this.model.warmUp(signal);
  }

  close(): Promise<void> {
    return this.model.close();
  }

  #enter(): CircuitPass {
    const pass = this.circuit.enter();
    if (this.circuit.state === 'closed') return pass;
    void this.#probe(pass);
    throw this.circuit.refusal();
  }

  async #probe(pass: CircuitPass): Promise<void> {
    const tell = this.#begin(PROBE);
    try {
      const { usage } = await this.model.generate(PROBE, { signal: new AbortController().signal });
      pass.succeeded();
      tell('OK', usage);
    } catch (thrown) {
      const { code } = ArbiterError.from(thrown);
      tell(code, usageOfError(thrown));
      // It answers, if not to a question as short as this.
      if (code === 'INVALID_REQUEST') pass.succeeded();
      else pass.failed(thrown);
    }
  }

  /** @returns what tells the observers of the end; only its first call counts */
  #begin(request: GenerationRequest): (code: ModelUse['code'], usage: TokenUsage | null) => void {
    const { prompt } = request;
    const startedAt = this.clock.monotonic();
    let isOver = false;
    return (code, usage) => {
      if (isOver) return;
      isOver = true;
      const use = { prompt: prompt ?? null, code, usage, durationMs: this.clock.monotonic() - startedAt };
      for (const observe of this.#observers.values()) observe(use);
    };
  }
}
