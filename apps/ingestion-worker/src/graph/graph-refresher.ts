import type { GraphBuilder } from './graph-builder.js';

export interface GraphRefresherPorts {
  readonly builder: Pick<GraphBuilder, 'refreshAfterChanges'>;
  readonly log: { warn(fields: object, message: string): void };
}

/** Longest that one rebuild in the background may take, in milliseconds: as long as one that is asked for. */
const MAX_REBUILD_MS = 300_000;

/**
 * Rebuilds graphs in the background once changelogs have changed enough. One collection is rebuilt at a time, and changes that
 * come meanwhile share the next rebuild.
 */
export class GraphRefresher {
  private readonly due = new Set<string>();
  private readonly closing = new AbortController();
  private running: Promise<void> | null = null;

  constructor(private readonly ports: GraphRefresherPorts) {}

  /** Returns at once. */
  soon(collection: string): void {
    if (this.closing.signal.aborted) return;
    this.due.add(collection);
    this.running ??= this.work();
  }

  /** Resolves once nothing is due. */
  async idle(): Promise<void> {
    await this.running;
  }

  /** Ends the rebuild in progress, which leaves the former graph in use, and starts no more. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.running;
  }

  private async work(): Promise<void> {
    const { builder, log } = this.ports;
    // A collection that changes during its own rebuild joins the end of the set again.
    for (const collection of this.due) {
      if (this.closing.signal.aborted) break;
      this.due.delete(collection);
      try {
        const signal = AbortSignal.any([this.closing.signal, AbortSignal.timeout(MAX_REBUILD_MS)]);
        await builder.refreshAfterChanges(collection, signal);
      } catch (error) {
        log.warn(
          { collection, err: error },
          'the knowledge graph was not rebuilt after changes; the former one is used',
        );
      }
    }
    this.running = null;
  }
}
