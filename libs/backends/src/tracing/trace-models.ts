import { usageOfError } from '@arbiter/adapter-kit/language-model';
import { isTracing, type OpenSpan, SpanKind, startSpan, streamInSpan, tracePort } from '@arbiter/messaging';
import type {
  Embedder,
  GenerateOptions,
  Generation,
  GenerationEvent,
  GenerationRequest,
  LanguageModel,
  PageEmbedder,
  Reader,
  Reranker,
  TokenUsage,
} from '@arbiter/ports';

/** Semantic conventions for generative AI: https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/. */
function requestAttributes(model: LanguageModel, request: GenerationRequest) {
  const at = model.name.indexOf('/');
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': at < 0 ? model.name : model.name.slice(0, at),
    'gen_ai.request.model': model.name.slice(at + 1),
    'gen_ai.request.max_tokens': request.maxTokens,
    ...(request.temperature !== undefined && { 'gen_ai.request.temperature': request.temperature }),
    ...(request.output && { 'gen_ai.output.type': 'json' }),
    // Name and version of the prompt, not its text.
    ...(request.prompt !== undefined && { 'arbiter.prompt': request.prompt }),
  };
}

function usageAttributes({ inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens }: TokenUsage) {
  return {
    'gen_ai.usage.input_tokens': inputTokens,
    'gen_ai.usage.output_tokens': outputTokens,
    ...(cachedInputTokens > 0 && { 'gen_ai.usage.cache_read.input_tokens': cachedInputTokens }),
    ...(cacheWriteTokens > 0 && { 'gen_ai.usage.cache_creation.input_tokens': cacheWriteTokens }),
  };
}

/** Spans for the calls of a language model, without their texts, which quote questions and documents. */
class TracedLanguageModel implements LanguageModel {
  constructor(private readonly model: LanguageModel) {}

  get name(): string {
    return this.model.name;
  }

  get contextTokens(): number | null {
    return this.model.contextTokens;
  }

  get bindsCitations(): boolean {
    return this.model.bindsCitations;
  }

  async generate(request: GenerationRequest, options: GenerateOptions): Promise<Generation> {
    const span = startSpan(`chat ${this.name}`, this.spanOf(request));
    if (!span) return this.model.generate(request, options);
    try {
      const generation = await span.run(() => this.model.generate(request, options));
      this.tell(span, generation);
      span.end();
      return generation;
    } catch (thrown) {
      this.bill(span, thrown);
      span.end(thrown);
      throw thrown;
    }
  }

  stream(request: GenerationRequest, options: GenerateOptions): AsyncIterable<GenerationEvent> {
    return streamInSpan(`chat ${this.name}`, this.spanOf(request), (span) => this.events(request, options, span));
  }

  countTokens: LanguageModel['countTokens'] = (request, options) => this.model.countTokens(request, options);
  health: LanguageModel['health'] = (signal) => this.model.health(signal);
  warmUp: LanguageModel['warmUp'] = (signal) => this.model.warmUp(signal);
  close: LanguageModel['close'] = () => this.model.close();

  private async *events(
    request: GenerationRequest,
    options: GenerateOptions,
    span: OpenSpan | null,
  ): AsyncGenerator<GenerationEvent, void, undefined> {
    let isFirst = true;
    try {
      for await (const event of this.model.stream(request, options)) {
        if (event.type === 'end') this.tell(span, event.generation);
        if (event.type === 'text' && isFirst) {
          span?.event('first token');
          isFirst = false;
        }
        yield event;
      }
    } catch (thrown) {
      this.bill(span, thrown);
      throw thrown;
    }
  }

  private spanOf(request: GenerationRequest) {
    return {
      kind: SpanKind.CLIENT,
      attributes: requestAttributes(this.model, request),
    };
  }

  private tell(span: OpenSpan | null, { model, stopReason, usage }: Generation): void {
    span?.set({
      'gen_ai.response.model': model,
      'gen_ai.response.finish_reasons': [stopReason],
      ...usageAttributes(usage),
    });
  }

  /** Vendors bill answers that cannot be used, too. */
  private bill(span: OpenSpan | null, thrown: unknown): void {
    const usage = usageOfError(thrown);
    if (usage) span?.set(usageAttributes(usage));
  }
}

export function traceLanguageModel(model: LanguageModel): LanguageModel {
  return isTracing() ? new TracedLanguageModel(model) : model;
}

export function traceEmbedder(embedder: Embedder): Embedder {
  const attributes = {
    'gen_ai.operation.name': 'embeddings',
    'gen_ai.request.model': embedder.model,
    'gen_ai.embeddings.dimension.count': embedder.dimensions,
  };
  const describe = (name: string) => ({
    name: () => `${name} ${embedder.model}`,
    attributes: (texts: readonly string[]) => ({ 'arbiter.texts': texts.length }),
  });
  return tracePort<Embedder>(
    embedder,
    { embed: describe('embeddings'), encode: describe('encode') },
    { kind: SpanKind.INTERNAL, attributes },
  );
}

export function tracePageEmbedder(embedder: PageEmbedder): PageEmbedder {
  const attributes = { 'gen_ai.operation.name': 'embeddings', 'gen_ai.request.model': embedder.model };
  return tracePort<PageEmbedder>(
    embedder,
    {
      embedPage: { name: () => `embed_page ${embedder.model}` },
      embedQuery: { name: () => `embed_query ${embedder.model}` },
    },
    { kind: SpanKind.CLIENT, attributes },
  );
}

export function traceReader(reader: Reader): Reader {
  return tracePort<Reader>(
    reader,
    {
      read: {
        name: () => `read ${reader.model}`,
        attributes: (tasks) => ({ 'arbiter.passages': tasks.length }),
      },
    },
    { kind: SpanKind.INTERNAL, attributes: { 'gen_ai.request.model': reader.model } },
  );
}

export function traceReranker(reranker: Reranker): Reranker {
  return tracePort<Reranker>(
    reranker,
    {
      rerank: {
        name: () => `rerank ${reranker.name}`,
        attributes: (_, passages) => ({ 'arbiter.passages': passages.length }),
      },
    },
    { kind: SpanKind.INTERNAL, attributes: { 'gen_ai.request.model': reranker.name } },
  );
}
