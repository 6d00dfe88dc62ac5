import { gunzipSync } from 'node:zlib';
import { ArbiterError } from '@arbiter/contracts';
import { decodeSnapshot, type GraphSnapshot } from '@arbiter/knowledge-graph';
import type { GraphStore } from '@arbiter/ports';

/** Collections whose graph is kept in memory. */
const KEPT_COLLECTIONS = 4;

/** Reads the current graphs of collections. Each version is decoded once, and let go of once it is not current. */
export class SnapshotReader {
  private readonly kept = new Map<string, GraphSnapshot>();

  constructor(private readonly graphs: Pick<GraphStore, 'currentVersion' | 'read'>) {}

  /**
   * Asks the store which version is current each time, so that nothing of a deleted one is told.
   *
   * @returns null without a graph, and for one that cannot be read
   */
  async current(
    collection: string,
    signal: AbortSignal,
    onDamage: (error: ArbiterError) => void = () => undefined,
  ): Promise<GraphSnapshot | null> {
    const version = await this.graphs.currentVersion(collection, signal);
    const known = this.kept.get(collection);
    if (known?.version === version) return known;
    this.kept.delete(collection);
    if (version === null) return null;
    try {
      const bytes = await this.graphs.read(collection, version, signal);
      return bytes && this.keep(decodeSnapshot(bytes, gunzipSync), collection);
    } catch (error) {
      signal.throwIfAborted();
      onDamage(ArbiterError.from(error));
      return null;
    }
  }

  /** @param snapshot of the version that has become current */
  keep(snapshot: GraphSnapshot, collection = snapshot.collection): GraphSnapshot {
    this.kept.delete(collection);
    const [oldest] = this.kept.keys();
    if (oldest !== undefined && this.kept.size >= KEPT_COLLECTIONS) this.kept.delete(oldest);
    this.kept.set(collection, snapshot);
    return snapshot;
  }
}
