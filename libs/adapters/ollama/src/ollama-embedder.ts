import { protocolError } from '@arbiter/adapter-kit/language-model';
import { ArbiterError } from '@arbiter/contracts';
import { type Clock, type Embedder, type EmbedOptions, noPieceVectors, SYSTEM_CLOCK } from '@arbiter/ports';
import { estimateTokens } from '@arbiter/text';
import { Ollama } from 'ollama';
import { arbiterErrorOf, fetchUnder } from './ollama-fetch.js';
import { DEFAULT_OLLAMA_HOST } from './ollama-language-model.js';

/** One batch computes while the next one is on its way; more would only wait in Ollama's own queue. */
const CONCURRENCY = 2;
/** A query that comes between batches of documents waits for one of these. */
const BATCH_SIZE = 16;
/** [CLS] and [SEP] of BERT-like models. */
const SPECIAL_TOKENS = 2;

export interface OllamaEmbedderOptions {
  /** As `ollama list` names it. */
  readonly model?: string;
  readonly dimensions?: number;
  /** Of the model's context; the rest of a longer text is cut off by Ollama. */
  readonly maxTokens?: number;
  /** What the model wants before a text of each kind. */
  readonly prefixes?: Readonly<Record<EmbedOptions['kind'], string>>;
  /** Address, as in OLLAMA_HOST. */
  readonly host?: string;
  /** Texts of one request, ≥ 1. */
  readonly batchSize?: number;
  /** Requests at a time, ≥ 1. */
  readonly concurrency?: number;
  readonly clock?: Clock;
}

/** nomic-embed-text, see https://huggingface.co/nomic-ai/nomic-embed-text-v1.5 and https://ollama.com/library/nomic-embed-text */
const NOMIC = {
  model: 'nomic-embed-text',
  dimensions: 768,
  maxTokens: 2_048,
  prefixes: { query: 'search_query: ', document: 'search_document: ' },
} as const;

/** An Embedder on an Ollama server; by default nomic-embed-text, with its prefixes. Failed requests are not sent again. */
export class OllamaEmbedder implements Embedder {
  readonly model: string;
  readonly dimensions: number;
  readonly canEncode = false;
  readonly maxTokens: number;
  readonly #prefixes: Readonly<Record<EmbedOptions['kind'], string>>;
  readonly #host: string;
  readonly #batchSize: number;
  readonly #gate: RequestGate;
  readonly #clock: Clock;
  readonly #closed = new AbortController();

  constructor(options: OllamaEmbedderOptions = {}) {
    this.model = options.model ?? NOMIC.model;
    this.dimensions = options.dimensions ?? NOMIC.dimensions;
    this.maxTokens = options.maxTokens ?? NOMIC.maxTokens;
    this.#prefixes = options.prefixes ?? NOMIC.prefixes;
    this.#host = options.host ?? DEFAULT_OLLAMA_HOST;
    this.#batchSize = options.batchSize ?? BATCH_SIZE;
    this.#gate = new RequestGate(options.concurrency ?? CONCURRENCY);
    this.#clock = options.clock ?? SYSTEM_CLOCK;
  }

  async embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]> {
    const { kind, signal: outer } = options;
    const urgency = kind === 'query' || options.urgent === true ? 'urgent' : 'patient';
    // The first failure of a batch ends the others.
    const failed = new AbortController();
    const signal = AbortSignal.any([outer, this.#closed.signal, failed.signal]);
    const batches: string[][] = [];
    for (let start = 0; start < texts.length; start += this.#batchSize) {
      batches.push(texts.slice(start, start + this.#batchSize).map((text) => this.#prefixes[kind] + text));
    }
    try {
      signal.throwIfAborted();
      const requests = batches.map((batch) => this.#gate.run(urgency, signal, () => this.#embedBatch(batch, signal)));
      return (await Promise.all(requests)).flat();
    } catch (thrown) {
      outer.throwIfAborted();
      this.#closed.signal.throwIfAborted();
      failed.abort();
      throw thrown;
    }
  }

  encode(): Promise<never> {
    return Promise.reject(noPieceVectors(this.model));
  }

  /**
   * Estimated, mostly 1.2 to 1.6 times too high, since Ollama has no endpoint for it: chunks that are cut by this count
   * are smaller than they could be, never longer than the model reads. Holds the prefix of a document.
   */
  async countTokens(texts: readonly string[]): Promise<readonly number[]> {
    await Promise.resolve();
    this.#closed.signal.throwIfAborted();
    return texts.map((text) => SPECIAL_TOKENS + estimateTokens(this.#prefixes.document) + estimateTokens(text));
  }

  /** Loads the model into Ollama, and finds out whether it is the expected one. */
  async warmUp(signal: AbortSignal): Promise<void> {
    await this.embed([''], { kind: 'query', signal });
  }

  close(): Promise<void> {
    this.#closed.abort(new ArbiterError('UNAVAILABLE', 'The embedder has been closed: create a new one.'));
    return Promise.resolve();
  }

  async #embedBatch(input: string[], signal: AbortSignal): Promise<Float32Array[]> {
    const client = new Ollama({ host: this.#host, fetch: fetchUnder(signal) });
    try {
      const options = { num_ctx: this.maxTokens };
      const { embeddings } = await client.embed({ model: this.model, input, truncate: true, options });
      if (embeddings.length !== input.length) {
        throw protocolError('Ollama', `${embeddings.length} vectors for ${input.length} texts`);
      }
      return embeddings.map((embedding) => this.#unitVector(embedding));
    } catch (thrown) {
      throw unavailableWithoutModel(arbiterErrorOf(thrown, missingModel(this.model), this.#clock));
    }
  }

  #unitVector(embedding: readonly number[]): Float32Array {
    if (embedding.length !== this.dimensions) {
      throw new ArbiterError(
        'UNAVAILABLE',
        `The model "${this.model}" gives vectors of ${embedding.length} dimensions, not ${this.dimensions}: it is another model than the one that is configured.`,
        { details: { model: this.model, dimensions: embedding.length, expected: this.dimensions } },
      );
    }
    const length = Math.hypot(...embedding);
    if (!(length > 0 && Number.isFinite(length))) throw protocolError('Ollama', 'a vector has no direction');
    return Float32Array.from(embedding, (number) => number / length);
  }
}

function missingModel(model: string): string {
  return `Ollama does not have the model "${model}": run \`ollama pull ${model}\`, or use the shipped model (EMBEDDING_MODEL=all-MiniLM-L6-v2).`;
}

/** The Embedder port knows one code for a model that cannot be loaded. */
function unavailableWithoutModel(error: unknown): unknown {
  if (!(error instanceof ArbiterError) || error.code !== 'NOT_FOUND') return error;
  return new ArbiterError('UNAVAILABLE', error.message, {
    details: { ...error.details, reason: 'model-missing' },
    cause: error,
  });
}

export type Urgency = 'urgent' | 'patient';

/** Lets a bounded number of requests through at a time. Urgent requests go first, each kind in order of arrival. */
export class RequestGate {
  readonly #waiting = { urgent: [] as (() => void)[], patient: [] as (() => void)[] };
  #open: number;

  /** @param limit requests at a time, ≥ 1 */
  constructor(limit: number) {
    this.#open = limit;
  }

  /**
   * Runs a request when its turn comes.
   *
   * @throws the signal's reason when it is aborted before that; the request is then never run
   */
  async run<T>(urgency: Urgency, signal: AbortSignal, request: () => Promise<T>): Promise<T> {
    await this.#turn(urgency, signal);
    try {
      return await request();
    } finally {
      this.#open++;
      (this.#waiting.urgent.shift() ?? this.#waiting.patient.shift())?.();
    }
  }

  #turn(urgency: Urgency, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const waiting = this.#waiting[urgency];
      const enter = (): void => {
        signal.removeEventListener('abort', leave);
        this.#open--;
        resolve();
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(signal.reason as Error);
      };
      if (this.#open > 0) {
        enter();
        return;
      }
      waiting.push(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
