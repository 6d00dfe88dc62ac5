import { createHash } from 'node:crypto';
import { ArbiterError } from '@arbiter/contracts';
import type { Chunk, Clock, DocumentChunks, EmbeddedChunk, Embedder, EmbeddingCache } from '@arbiter/ports';
import type { SpendingBudget } from './spending-budget.js';

/** Full batches for any embedder, and no more than seconds of work. */
const TEXTS_AT_ONCE = 256;

/** Window of the pace, in characters: a few hundred chunks, so that a machine that becomes busy is noticed. */
const WINDOW_CHARACTERS = 200_000;
/** Fewest characters that give a pace, because they include loading the model. */
const LEAST_CHARACTERS = 10_000;

interface EmbedChunksOptions {
  /** Pays for the texts that the model reads; absent: no limit. */
  readonly budget?: SpendingBudget;
  /** Awaited before each slice of texts, so that other jobs have their turns within a long document, too. */
  readonly turn?: () => Promise<void>;
  /** Told how many texts the model has read with each slice. */
  readonly onEmbedded?: (texts: number) => void;
  readonly signal: AbortSignal;
}

/** The parts of an embedder that determine its embeddings. */
type EmbeddingIdentity = Pick<Embedder, 'model' | 'dimensions'>;

interface ForgetOptions {
  /** Chunks of this embedder whose embeddings are kept. */
  readonly except?: readonly Chunk[];
  /** Embedder of the chunks to forget. Default: this embedder. */
  readonly madeBy?: EmbeddingIdentity;
}

export interface EmbeddedDocuments {
  readonly documents: readonly DocumentChunks<EmbeddedChunk>[];
  /** Texts that the model read; the others came from the cache. */
  readonly embedded: number;
}

/** Embeds chunks, each distinct text once. Texts embedded before come from the cache, whatever document they were in. */
export class ChunkEmbedder {
  constructor(
    private readonly embedder: Embedder,
    /** Null if there is no cache. */
    private readonly cache: EmbeddingCache | null,
    /** Called when the cache fails, which costs only time; must not throw. */
    private readonly onCacheFailure: (error: unknown) => void,
    /** Observes the texts that the model reads. */
    private readonly pace: EmbeddingPace,
  ) {}

  async embed(
    documents: readonly DocumentChunks[],
    { signal, ...terms }: EmbedChunksOptions,
  ): Promise<EmbeddedDocuments> {
    const keys = new Map<Chunk, string>();
    const texts = new Map<string, string>();
    for (const chunk of documents.flatMap(({ chunks }) => chunks)) {
      const key = this.keyOf(chunk);
      keys.set(chunk, key);
      texts.set(key, embeddedText(chunk));
    }
    const known = await this.known([...texts.keys()]);
    const unknown = [...texts].filter(([key]) => !known.has(key));
    const made = await this.make(unknown, { signal, ...terms });
    const vectorOf = (chunk: Chunk): Float32Array => {
      const key = keys.get(chunk) ?? '';
      const vector = made.get(key) ?? known.get(key);
      if (!vector) throw new ArbiterError('INTERNAL', 'The embedder returned fewer vectors than texts.');
      return vector;
    };
    return {
      documents: documents.map(({ documentId, chunks }) => ({
        documentId,
        chunks: chunks.map((chunk) => ({ ...chunk, vector: vectorOf(chunk) })),
      })),
      embedded: unknown.length,
    };
  }

  /** The distinct texts of chunks that are not in the cache. */
  async unread(chunks: readonly Chunk[]): Promise<string[]> {
    const texts = new Map(chunks.map((chunk) => [this.keyOf(chunk), embeddedText(chunk)]));
    const known = await this.known([...texts.keys()]);
    return [...texts].filter(([key]) => !known.has(key)).map(([, text]) => text);
  }

  /** Embeds texts without the cache. */
  read(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    return this.embedder.embed(texts, { kind: 'document', signal });
  }

  /** Whether there is a cache to forget from. */
  get remembers(): boolean {
    return this.cache !== null;
  }

  /**
   * Removes the embeddings of these chunks from the cache, except those of texts that chunks in `except` share.
   *
   * @throws ArbiterError UNAVAILABLE when the cache cannot be written to and still holds some of them
   */
  async forget(chunks: readonly Chunk[], { except = [], madeBy = this.embedder }: ForgetOptions = {}): Promise<void> {
    if (!this.cache || chunks.length === 0) return;
    const kept = new Set(except.map((chunk) => this.keyOf(chunk)));
    const keys = chunks.map((chunk) => this.keyOf(chunk, madeBy)).filter((key) => !kept.has(key));
    if (keys.length > 0) await this.cache.forget(keys);
  }

  private async known(keys: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    try {
      return (await this.cache?.read(keys)) ?? new Map<string, Float32Array>();
    } catch (error) {
      this.onCacheFailure(error);
      return new Map();
    }
  }

  /** Embeds in slices and caches each slice at once. A worker killed within a long document continues from there. */
  private async make(
    texts: readonly (readonly [string, string])[],
    { budget, turn, onEmbedded, signal }: EmbedChunksOptions,
  ): Promise<ReadonlyMap<string, Float32Array>> {
    const made = new Map<string, Float32Array>();
    for (let from = 0; from < texts.length; from += TEXTS_AT_ONCE) {
      const slice = texts.slice(from, from + TEXTS_AT_ONCE);
      await turn?.();
      const read = slice.map(([, text]) => text);
      if (budget) await this.pay(read, budget);
      const vectors = await this.pace.observe(read, () => this.read(read, signal));
      const kept = new Map(slice.flatMap(([key], index) => (vectors[index] ? [[key, vectors[index]]] : [])));
      await this.remember(kept);
      onEmbedded?.(slice.length);
      for (const [key, vector] of kept) made.set(key, vector);
    }
    return made;
  }

  /** @throws SpendingCapReached before any text is read, if the budget does not suffice */
  private async pay(texts: readonly string[], budget: SpendingBudget): Promise<void> {
    const { model, maxTokens } = this.embedder;
    if (!budget.bounds(model)) return;
    const counts = await this.embedder.countTokens(texts);
    // The model cuts longer texts off.
    const inputTokens = counts.reduce((sum, count) => sum + Math.min(count, maxTokens), 0);
    budget.spend({ model, inputTokens, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0 });
  }

  private async remember(made: ReadonlyMap<string, Float32Array>): Promise<void> {
    try {
      await this.cache?.write(made);
    } catch (error) {
      this.onCacheFailure(error);
    }
  }

  /** Covers everything that the embedding depends on. */
  private keyOf(chunk: Chunk, madeBy: EmbeddingIdentity = this.embedder): string {
    const { model, dimensions } = madeBy;
    return createHash('sha256')
      .update(JSON.stringify([model, dimensions, embeddedText(chunk)]))
      .digest('hex');
  }
}

/** The text that the model reads: title and heading, followed by the chunk. Quotations use only the chunk. */
function embeddedText({ title, section, text }: Chunk): string {
  const heading = section.at(-1);
  return [title, heading === title ? undefined : heading, text]
    .filter((part) => part !== undefined && part !== '')
    .join('. ');
}

interface Observation {
  readonly characters: number;
  readonly ms: number;
}

/** Recent pace of the embedding model over all jobs. */
export class EmbeddingPace {
  private observations: Observation[] = [];
  private underWay = 0;
  /** When the model was last seen to begin or to end, monotonic milliseconds. */
  private lastAt = 0;

  constructor(private readonly clock: Clock) {}

  /** Runs and times an embedding of these texts. Parallel embeddings share the time. */
  async observe<T>(texts: readonly string[], embed: () => Promise<T>): Promise<T> {
    if (this.underWay === 0) this.lastAt = this.clock.monotonic();
    this.underWay += 1;
    try {
      const embedded = await embed();
      const at = this.clock.monotonic();
      this.observations.push({ characters: texts.reduce((sum, { length }) => sum + length, 0), ms: at - this.lastAt });
      this.lastAt = at;
      while (charactersOf(this.observations.slice(1)) >= WINDOW_CHARACTERS) this.observations.shift();
      return embedded;
    } finally {
      this.underWay -= 1;
    }
  }

  /** @returns null after too few observations */
  get charactersPerSecond(): number | null {
    const characters = charactersOf(this.observations);
    const ms = this.observations.reduce((sum, one) => sum + one.ms, 0);
    return characters < LEAST_CHARACTERS || ms === 0 ? null : (characters / ms) * 1_000;
  }
}

function charactersOf(observations: readonly Observation[]): number {
  return observations.reduce((sum, { characters }) => sum + characters, 0);
}
