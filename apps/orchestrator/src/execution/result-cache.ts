import { createHash } from 'node:crypto';
import { canonicalJson } from '@arbiter/ports';
import { Result, type BaseMcpTool, type ToolOutput } from '@arbiter/tool-sdk';
import type { ExecutionContext } from './execution-context.js';
import type { Generations } from './generations.js';
import type { ResultStore, StoredResults } from './result-store.js';
import type { ToolObserver } from './tool.observer.js';

/** A look into the cache that found nothing, and where to put what is found instead. */
export interface Miss {
  readonly hit: null;
  keep(outputs: readonly ToolOutput[]): Promise<void>;
}

/** Results of cacheable tools, by everything that they depend on. */
export class ResultCache {
  /** @param store null where nothing is kept */
  constructor(
    private readonly store: ResultStore | null,
    private readonly generations: Generations,
    private readonly observer: ToolObserver,
  ) {}

  /** The generation is asked for before the tool runs: what it finds may be newer than its key says, never older. */
  async look(
    tool: BaseMcpTool,
    inputs: Readonly<Record<string, unknown>>,
    { tree, call }: ExecutionContext,
  ): Promise<{ readonly hit: readonly Result[] } | Miss> {
    const { store } = this;
    if (!tool.cacheable || !store) return NOT_KEPT;
    const generation = await this.generations.of(tree.collectionNames, call);
    if (generation === null) {
      this.observer.lookedUp(tool.name, 'unknown-generation');
      return NOT_KEPT;
    }
    const { name, version } = tool;
    const collections = [...tree.collectionNames].sort();
    const key = keyOf([name, version, inputs, collections, call.principal, generation]);
    const hit = await store.get(key);
    this.observer.lookedUp(tool.name, hit ? 'hit' : 'miss');
    if (hit) return { hit: hit.map((fields) => new Result(fields)) };
    return {
      hit: null,
      keep: async (outputs) => {
        const results = worthKeeping(outputs);
        if (results) await store.put(key, results);
      },
    };
  }
}

const NOT_KEPT: Miss = { hit: null, keep: () => Promise.resolve() };

function keyOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(canonicalJson(parts)).digest('hex');
}

/**
 * Null for what the next try may do better: what is not whole, holds nothing, or says in its metadata that something could
 * not take part; and for what was spoken, which must not come all at once.
 */
function worthKeeping(outputs: readonly ToolOutput[]): StoredResults | null {
  const results = outputs.filter((output) => output.kind === 'result');
  const isWhole = outputs.every(({ kind }) => kind === 'result' || kind === 'status');
  if (results.length === 0 || !isWhole || results.some(isDegraded)) return null;
  return results.map(({ kind: _kind, confidence, statement, ...fields }) => ({
    ...fields,
    ...(confidence !== undefined && { confidence }),
    ...(statement && { statement }),
  }));
}

function isDegraded({ metadata: { degraded } }: Result): boolean {
  return Array.isArray(degraded) && degraded.length > 0;
}
