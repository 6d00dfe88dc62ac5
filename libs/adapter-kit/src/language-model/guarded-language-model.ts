import type {
  Clock,
  GenerateOptions,
  Generation,
  GenerationEvent,
  GenerationRequest,
  LanguageModel,
  TokenCount,
} from '@arbiter/ports';
import { CircuitBreaker, type CircuitSettings } from '../resilience/circuit-breaker.js';

/** A language model that is not asked while its vendor is away; a call that runs into its time limit counts as that. */
export class GuardedLanguageModel implements LanguageModel {
  readonly name: string;
  readonly contextTokens: number | null;
  readonly circuit: CircuitBreaker;

  constructor(
    private readonly model: LanguageModel,
    clock: Clock,
    settings?: CircuitSettings,
  ) {
    this.name = model.name;
    this.contextTokens = model.contextTokens;
    this.circuit = new CircuitBreaker(model.name, clock, settings);
  }

  async generate(request: GenerationRequest, options: GenerateOptions): Promise<Generation> {
    options.signal.throwIfAborted();
    const pass = this.circuit.enter();
    try {
      const generation = await this.model.generate(request, options);
      pass.succeeded();
      return generation;
    } catch (thrown) {
      pass.failed(thrown);
      throw thrown;
    }
  }

  async *stream(request: GenerationRequest, options: GenerateOptions): AsyncGenerator<GenerationEvent, void, void> {
    options.signal.throwIfAborted();
    const pass = this.circuit.enter();
    try {
      for await (const event of this.model.stream(request, options)) {
        if (event.type === 'end') pass.succeeded();
        yield event;
      }
    } catch (thrown) {
      pass.failed(thrown);
      throw thrown;
    } finally {
      // For a reader that has seen enough; after an end it changes nothing.
      pass.left();
    }
  }

  countTokens(request: GenerationRequest, options: GenerateOptions): Promise<TokenCount> {
    return this.model.countTokens(request, options);
  }

  health(signal: AbortSignal): Promise<void> {
    return this.model.health(signal);
  }

  close(): Promise<void> {
    return this.model.close();
  }
}
