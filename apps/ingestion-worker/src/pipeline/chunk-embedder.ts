import { createHash } from 'node:crypto';
import { ArbiterError } from '@arbiter/contracts';
import type { Chunk, Clock, DocumentChunks, EmbeddedChunk, Embedder, EmbeddingCache } from '@arbiter/ports';
import type { SpendingBudget } from './spending-budget.js';

/** Full batches of any embedder, and no more than seconds of work. */
const TEXTS_AT_ONCE = 256;

/** What is looked back at, in characters: some hundred chunks, so that a machine that becomes busy shows. */
const WINDOW_CHARACTERS = 200_000;
/** Less says nothing yet: loading the model is in it. */
const LEAST_CHARACTERS = 10_000;

interface EmbedChunksOptions {
  /** What the texts that the model reads are paid from; absent: nothing bounds it. */
  readonly budget?: SpendingBudget;
  readonly signal: AbortSignal;
}

/** What of an embedder decides what it makes of a text. */
type EmbeddingIdentity = Pick<Embedder, 'model' | 'dimensions'>;

interface ForgetOptions {
  /** Chunks of this embedder whose embeddings are still wanted. */
  readonly except?: readonly Chunk[];
  /** Default: this embedder. */
  readonly madeBy?: EmbeddingIdentity;
}

export interface EmbeddedDocuments {
  readonly documents: readonly DocumentChunks<EmbeddedChunk>[];
  /** Texts that the model read; those of the other chunks were known. */
  readonly embedded: number;
}

/** Embeds chunks, each text once: what the model has read before, wherever that was, comes from the cache. */
export class ChunkEmbedder {
  constructor(
    private readonly embedder: Embedder,
    /** Null for none. */
    private readonly cache: EmbeddingCache | null,
    /** Told when the cache fails, which costs time only; must not throw. */
    private readonly onCacheFailure: (error: unknown) => void,
    /** Is told what the model reads. */
    private readonly pace: EmbeddingPace,
  ) {}

  async embed(
    documents: readonly DocumentChunks[],
    { budget, signal }: EmbedChunksOptions,
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
    const made = await this.make(unknown, { signal, ...(budget && { budget }) });
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

  /** The texts of chunks that the model would have to read, each once: what it makes of the others is known. */
  async unread(chunks: readonly Chunk[]): Promise<string[]> {
    const texts = new Map(chunks.map((chunk) => [this.keyOf(chunk), embeddedText(chunk)]));
    const known = await this.known([...texts.keys()]);
    return [...texts].filter(([key]) => !known.has(key)).map(([, text]) => text);
  }

  /** What the model makes of texts; nothing is looked up or kept. */
  read(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    return this.embedder.embed(texts, { kind: 'document', signal });
  }

  /** Whether anything could have to be forgotten. */
  get remembers(): boolean {
    return this.cache !== null;
  }

  /**
   * Leaves nothing of these chunks in the cache, unless others of those to keep say the same.
   *
   * @throws ArbiterError UNAVAILABLE when the cache cannot be written to: something that was to go is still there
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

  /** In slices, each of which is kept at once: a worker that is killed within a long document goes on where it was. */
  private async make(
    texts: readonly (readonly [string, string])[],
    { budget, signal }: EmbedChunksOptions,
  ): Promise<ReadonlyMap<string, Float32Array>> {
    const made = new Map<string, Float32Array>();
    for (let from = 0; from < texts.length; from += TEXTS_AT_ONCE) {
      const slice = texts.slice(from, from + TEXTS_AT_ONCE);
      const read = slice.map(([, text]) => text);
      if (budget) await this.pay(read, budget);
      const vectors = await this.pace.observe(read, () => this.read(read, signal));
      const kept = new Map(slice.flatMap(([key], index) => (vectors[index] ? [[key, vectors[index]]] : [])));
      await this.remember(kept);
      for (const [key, vector] of kept) made.set(key, vector);
    }
    return made;
  }

  /** @throws SpendingCapReached before anything is read that the budget has no room for */
  private async pay(texts: readonly string[], budget: SpendingBudget): Promise<void> {
    const { model, maxTokens } = this.embedder;
    if (!budget.bounds(model)) return;
    const counts = await this.embedder.countTokens(texts);
    // What is longer is cut off before the model.
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

  /** Says everything that the embedding depends on. */
  private keyOf(chunk: Chunk, madeBy: EmbeddingIdentity = this.embedder): string {
    const { model, dimensions } = madeBy;
    return createHash('sha256')
      .update(JSON.stringify([model, dimensions, embeddedText(chunk)]))
      .digest('hex');
  }
}

/** What the model reads: the chunk under its title and heading, which are not part of what is quoted. */
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

/** How fast the embedding model has read of late, whoever's job it was. */
export class EmbeddingPace {
  private observations: Observation[] = [];
  private underWay = 0;
  /** When the model was last seen to begin or to end, monotonic milliseconds. */
  private lastAt = 0;

  constructor(private readonly clock: Clock) {}

  /** Does what embeds these texts, and takes its time. What is embedded side by side shares it. */
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

  /** @returns null while too little has been seen to say */
  get charactersPerSecond(): number | null {
    const characters = charactersOf(this.observations);
    const ms = this.observations.reduce((sum, one) => sum + one.ms, 0);
    return characters < LEAST_CHARACTERS || ms === 0 ? null : (characters / ms) * 1_000;
  }
}

function charactersOf(observations: readonly Observation[]): number {
  return observations.reduce((sum, { characters }) => sum + characters, 0);
}
