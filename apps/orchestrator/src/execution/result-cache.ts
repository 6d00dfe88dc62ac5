import { LruCache } from '@arbiter/adapter-kit';
import { canonicalJson } from '@arbiter/ports';
import type { BaseMcpTool, Result, ToolOutput } from '@arbiter/tool-sdk';
import type { ExecutionContext } from './execution-context.js';
import type { Generations } from './generations.js';
import { sizeOf } from './output-size.js';
import type { ToolObserver } from './tool.observer.js';

export interface ResultCacheLimits {
  /** Of results as JSON; 0 keeps nothing. */
  readonly maxBytes: number;
  readonly maxEntries: number;
}

/** A look into the cache that found nothing, and where to put what is found instead. */
export interface Miss {
  readonly hit: null;
  keep(outputs: readonly ToolOutput[]): void;
}

/** Results of cacheable tools, by everything that they depend on. */
export class ResultCache {
  private readonly entries: LruCache<readonly Result[]>;

  constructor(
    { maxBytes, maxEntries }: ResultCacheLimits,
    private readonly generations: Generations,
    private readonly observer: ToolObserver,
  ) {
    this.entries = new LruCache(maxBytes, maxEntries);
  }

  /** The generation is asked for before the tool runs: what it finds may be newer than its key says, never older. */
  async look(
    tool: BaseMcpTool,
    inputs: Readonly<Record<string, unknown>>,
    { tree, call }: ExecutionContext,
  ): Promise<{ readonly hit: readonly Result[] } | Miss> {
    if (!tool.cacheable) return NOT_KEPT;
    const generation = await this.generations.of(tree.collectionNames, call);
    if (generation === null) {
      this.observer.lookedUp(tool.name, 'unknown-generation');
      return NOT_KEPT;
    }
    const { name, version } = tool;
    const collections = [...tree.collectionNames].sort();
    const key = canonicalJson([name, version, inputs, collections, call.principal, generation]);
    const hit = this.entries.get(key);
    this.observer.lookedUp(tool.name, hit ? 'hit' : 'miss');
    return hit ? { hit } : { hit: null, keep: (outputs) => this.keep(key, outputs) };
  }

  private keep(key: string, outputs: readonly ToolOutput[]): void {
    const results = outputs.filter((output) => output.kind === 'result');
    const isWhole = outputs.every(({ kind }) => kind === 'result' || kind === 'status');
    if (results.length === 0 || !isWhole || results.some(isDegraded)) return;
    const bytes = Buffer.byteLength(key) + results.reduce((sum, result) => sum + sizeOf(result), 0);
    this.entries.set(key, results, bytes);
  }
}

const NOT_KEPT: Miss = { hit: null, keep: () => undefined };

/** Whether a result says in its metadata that something could not take part: the next try may do better. */
function isDegraded({ metadata: { degraded } }: Result): boolean {
  return Array.isArray(degraded) && degraded.length > 0;
}
