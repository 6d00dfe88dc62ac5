import type { Chunk, ChunkIndex, CollectionCatalog, MultiVectorIndex } from '@arbiter/ports';

/** Where changes wait while a snapshot of the data directory is taken. */
export interface ChangeGate {
  /** Runs a change that no snapshot sees half done. A change within a change is part of it. */
  pass<T>(change: () => Promise<T>): Promise<T>;
}

/** Runs a change through a gate, where there is one. */
export function passing<T>(gate: ChangeGate | undefined, change: () => Promise<T>): Promise<T> {
  return gate ? gate.pass(change) : change();
}

/** An index whose every write is one change: a write rewrites, adds and removes several files. Its close does not wait. */
export function gatedIndex<I extends ChunkIndex<C> | MultiVectorIndex, C extends Chunk>(index: I, gate: ChangeGate): I {
  return intercept(index, ['replaceDocuments', 'deleteDocuments', 'drop', 'optimize'], gate);
}

/** A catalog whose writes wait for a snapshot: a manifest names the indexes that a snapshot must hold. */
export function gatedCatalog(catalog: CollectionCatalog, gate: ChangeGate): CollectionCatalog {
  return intercept(catalog, ['create', 'replace', 'delete'], gate);
}

/** The same object, but calls of these methods pass the gate. */
function intercept<T extends object>(target: T, methods: readonly (keyof T & string)[], gate: ChangeGate): T {
  const gated = new Set<PropertyKey>(methods);
  return new Proxy(target, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name, of);
      if (typeof value !== 'function') return value;
      const method = value.bind(of) as (...given: unknown[]) => Promise<unknown>;
      return gated.has(name) ? (...given: unknown[]) => gate.pass(() => method(...given)) : method;
    },
  });
}
