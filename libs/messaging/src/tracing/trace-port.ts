import { inSpan, isTracing, SpanKind, type SpanOptions } from './spans.js';

type Attributes = NonNullable<SpanOptions['attributes']>;

/** The methods of a port that return a promise. */
type AsyncMethod<T> = {
  [K in keyof T]-?: NonNullable<T[K]> extends (...args: never[]) => Promise<unknown> ? K : never;
}[keyof T];

/** What the span of a call says: its name, and attributes read off the arguments and the result. */
export interface TracedMethod<Args extends readonly unknown[], R> {
  readonly name: (...args: Args) => string;
  readonly attributes?: (...args: Args) => Attributes;
  readonly ofResult?: (result: R) => Attributes;
}

export type TracedMethods<T> = {
  readonly [K in AsyncMethod<T>]?: NonNullable<T[K]> extends (...args: infer Args) => Promise<infer R>
    ? TracedMethod<Args, R>
    : never;
};

/**
 * The same port, each listed method in a span of its own below the one that is active. Calls outside of any span have none:
 * what a process does for itself, such as waiting for a job, would fill a collector with traces of one span.
 *
 * @returns the port itself where nothing is traced, so that it costs nothing
 */
export function tracePort<T extends object>(port: T, methods: TracedMethods<T>, common: SpanOptions = {}): T {
  if (!isTracing()) return port;
  const traced = new Map<string | symbol, unknown>();
  for (const [name, described] of Object.entries(methods) as [string, TracedMethod<unknown[], unknown>][]) {
    const method = (port as Record<string, (...args: unknown[]) => Promise<unknown>>)[name];
    if (typeof method !== 'function') continue;
    traced.set(name, (...args: unknown[]) =>
      inSpan(
        described.name(...args),
        {
          kind: SpanKind.CLIENT,
          ...common,
          onlyBelow: true,
          attributes: { ...common.attributes, ...described.attributes?.(...args) },
        },
        async (span) => {
          const result = await method.apply(port, args);
          if (span && described.ofResult) span.set(described.ofResult(result));
          return result;
        },
      ),
    );
  }
  return new Proxy(port, {
    get(target, property) {
      const replaced = traced.get(property);
      if (replaced !== undefined) return replaced;
      // With the port as the receiver: its private fields are on it, not on the proxy.
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value;
    },
  });
}

/** Engines that run inside of this process. */
const EMBEDDED: ReadonlySet<string> = new Set(['lancedb', 'filesystem']);

/** As the semantic conventions for databases name a call: operation, then collection. Neither query nor text is exported. */
export function databaseCall(operation: string, target?: string): TracedMethod<unknown[], unknown> {
  return {
    name: (...args) => [operation, target ?? nameIn(args)].filter(Boolean).join(' '),
    attributes: (...args) => {
      const collection = target ?? nameIn(args);
      return { 'db.operation.name': operation, ...(collection !== '' && { 'db.collection.name': collection }) };
    },
    ofResult: (result) => {
      const rows = rowsIn(result);
      return rows === null ? {} : { 'db.response.returned_rows': rows };
    },
  };
}

/** The collection, where a method takes one first. */
function nameIn([first]: readonly unknown[]): string {
  return typeof first === 'string' ? first : '';
}

function rowsIn(result: unknown): number | null {
  if (Array.isArray(result)) return result.length;
  return result instanceof Map ? result.size : null;
}

/** What all spans of a store have. @param engine as the semantic conventions name it, or a name of ours */
export function databaseSpans(engine: string): SpanOptions {
  return {
    kind: EMBEDDED.has(engine) ? SpanKind.INTERNAL : SpanKind.CLIENT,
    attributes: { 'db.system.name': engine },
  };
}

/** For a store of a set: the name of what it holds in spans, then the methods that get one. */
export type TracedStores<S> = {
  readonly [K in keyof S]?: readonly [holds: string, ...methods: AsyncMethod<NonNullable<S[K]>>[]];
};

/**
 * The same stores, each listed method in a span named after it: `ofDomain` of insights is "of_domain insights". Ids are of
 * unbounded number, so none is in the name of a span.
 *
 * @param engine as for {@link databaseSpans}
 */
export function traceStores<S extends object>(stores: S, traced: TracedStores<S>, engine: string): S {
  const spans = databaseSpans(engine);
  const ported: Record<string, object> = {};
  for (const [name, [holds, ...methods]] of Object.entries(traced as Record<string, readonly [string, ...string[]]>)) {
    const calls: Record<string, TracedMethod<unknown[], unknown>> = {};
    for (const method of methods) {
      const operation = method.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      calls[method] = databaseCall(operation, holds);
    }
    ported[name] = tracePort((stores as Record<string, Record<string, AnyMethod>>)[name] ?? {}, calls, spans);
  }
  return { ...stores, ...ported };
}

type AnyMethod = (...args: unknown[]) => Promise<unknown>;
