import { randomUUID } from 'node:crypto';
import { startQdrant, type RunningQdrant } from '@arbiter/testing';
import { QdrantClient } from '@qdrant/js-client-rest';
import { QdrantVectorIndex } from '../src/qdrant-vector.index.js';
import { QdrantMultiVectorIndex } from '../src/qdrant-multi-vector.index.js';
import type { QdrantOptions } from '../src/qdrant-options.js';

/** The stand-in searches in Python, for several specs at once, on a machine that may be busy: a guard against hangs. */
const PATIENCE_MS = 60_000;

/** Indexes over one server, each with collections of its own, all gone after the tests. */
export class TemporaryIndexes {
  /** Of all collections that the tests make. */
  readonly family = `test-${randomUUID().slice(0, 8)}`;
  private running: RunningQdrant | null = null;
  private opened = 0;

  async start(): Promise<void> {
    this.running = await startQdrant();
  }

  get server(): RunningQdrant {
    if (this.running === null) throw new Error('start() comes first');
    return this.running;
  }

  /** The vendor's client, to look at what is stored. */
  client(): QdrantClient {
    const { url, apiKey } = this.server;
    return new QdrantClient({ url, ...(apiKey !== undefined && { apiKey }), checkCompatibility: false });
  }

  /** @param options `prefix`: to open again what another index has written */
  open(options: Partial<QdrantOptions> = {}): QdrantVectorIndex {
    return new QdrantVectorIndex(this.options(options));
  }

  /** @param options as for {@link open} */
  openPages(options: Partial<QdrantOptions> = {}): QdrantMultiVectorIndex {
    return new QdrantMultiVectorIndex(this.options(options));
  }

  private options(options: Partial<QdrantOptions>): QdrantOptions {
    const { url, apiKey } = this.server;
    this.opened += 1;
    const prefix = `${this.family}-${this.opened}`;
    const key = apiKey !== undefined && { apiKey };
    return { url, ...key, prefix, timeoutMs: PATIENCE_MS, ...options };
  }

  async stop(): Promise<void> {
    if (this.running === null) return;
    const client = this.client();
    const { collections } = await client.getCollections();
    for (const { name } of collections) if (name.startsWith(this.family)) await client.deleteCollection(name);
    await this.running.stop();
  }
}
