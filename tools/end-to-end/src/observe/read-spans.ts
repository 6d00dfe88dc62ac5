import { z } from 'zod';

const AttributeValue = z.looseObject({
  stringValue: z.string().optional(),
  boolValue: z.boolean().optional(),
  intValue: z.union([z.number(), z.string()]).optional(),
  doubleValue: z.number().optional(),
  arrayValue: z.looseObject({ values: z.array(z.unknown()).optional() }).optional(),
});

const Attribute = z.looseObject({ key: z.string(), value: AttributeValue });

const Span = z.looseObject({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  /** 1 internal, 2 server, 3 client. */
  kind: z.number(),
  /** Nanoseconds since the Unix epoch. */
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: z.array(Attribute).default([]),
  status: z.looseObject({ code: z.number().optional() }).optional(),
});

const ResourceSpans = z.looseObject({
  resource: z.looseObject({ attributes: z.array(Attribute).default([]) }),
  scopeSpans: z.array(z.looseObject({ scope: z.looseObject({}).optional(), spans: z.array(Span) })),
});

/** OTLP/JSON, as an exporter posts it and a collector writes it to a file. */
export const ExportedSpans = z.looseObject({ resourceSpans: z.array(ResourceSpans) });
export type ExportedSpans = z.infer<typeof ExportedSpans>;

/** One span, flat. */
export interface ExportedSpan {
  /** The arm. */
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Null for the first of a trace. */
  readonly parentId: string | null;
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client' | 'other';
  /** Milliseconds since the Unix epoch, with fractions. */
  readonly start: number;
  readonly end: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly failed: boolean;
}

const KINDS = new Map<number, ExportedSpan['kind']>([
  [1, 'internal'],
  [2, 'server'],
  [3, 'client'],
]);
const ERROR = 2;
const NANOSECONDS = 1_000_000;

export function readSpans({ resourceSpans }: ExportedSpans): ExportedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        service,
        traceId: span.traceId,
        spanId: span.spanId,
        parentId: nonEmpty(span.parentSpanId),
        name: span.name,
        kind: KINDS.get(span.kind) ?? 'other',
        start: millisecondsOf(span.startTimeUnixNano),
        end: millisecondsOf(span.endTimeUnixNano),
        attributes: valuesOf(span.attributes),
        failed: span.status?.code === ERROR,
      })),
    );
  });
}

/** What an attribute holds, whatever its type. */
export function valuesOf(attributes: readonly z.infer<typeof Attribute>[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

function millisecondsOf(nanoseconds: string): number {
  const whole = BigInt(nanoseconds);
  return Number(whole / BigInt(NANOSECONDS)) + Number(whole % BigInt(NANOSECONDS)) / NANOSECONDS;
}

/** OTLP's counts of what was dropped are all 0 here, and longer than most of the rest. */
function withoutCounts<T extends Record<string, unknown>>(span: T): T {
  const kept = Object.entries(span).filter(([key, value]) => !(key.startsWith('dropped') && value === 0));
  return Object.fromEntries(kept.filter(([key, value]) => key !== 'links' || (value as unknown[]).length > 0)) as T;
}

/** Resource attributes that say nothing of the machine. */
const KEPT_OF_RESOURCE: ReadonlySet<string> = new Set([
  'service.name',
  'service.namespace',
  'service.version',
  'telemetry.sdk.language',
  'telemetry.sdk.name',
  'telemetry.sdk.version',
]);

/**
 * One trace out of several exports, to publish: one entry for each arm, times from a given start on, nothing of the machine.
 *
 * @param startNano when the trace begins in the result, nanoseconds since the Unix epoch
 */
export function extractTrace(exports: readonly ExportedSpans[], traceId: string, startNano: bigint): ExportedSpans {
  const all = exports.flatMap(({ resourceSpans }) => resourceSpans);
  const ofTrace = (entry: z.infer<typeof ResourceSpans>) =>
    entry.scopeSpans.flatMap(({ spans }) => spans).filter((span) => span.traceId === traceId);
  const starts = all.flatMap((entry) => ofTrace(entry).map((span) => BigInt(span.startTimeUnixNano)));
  const first = starts.reduce((a, b) => (a < b ? a : b), starts[0] ?? 0n);
  const shifted = (time: string): string => String(BigInt(time) - first + startNano);
  const byService = new Map<string, z.infer<typeof ResourceSpans>>();
  for (const entry of all) {
    const spans = ofTrace(entry).map((span) => ({
      ...withoutCounts(span),
      startTimeUnixNano: shifted(span.startTimeUnixNano),
      endTimeUnixNano: shifted(span.endTimeUnixNano),
      ...(Array.isArray(span.events) && {
        events: (span.events as { timeUnixNano: string }[]).map((event) => ({
          ...event,
          timeUnixNano: shifted(event.timeUnixNano),
        })),
      }),
    }));
    if (spans.length === 0) continue;
    const service = String(valuesOf(entry.resource.attributes)['service.name']);
    const known = byService.get(service);
    if (known) known.scopeSpans[0]?.spans.push(...spans);
    else {
      const attributes = entry.resource.attributes.filter(({ key }) => KEPT_OF_RESOURCE.has(key));
      byService.set(service, { resource: { attributes }, scopeSpans: [{ scope: { name: 'arbiter' }, spans }] });
    }
  }
  return { resourceSpans: [...byService.values()] };
}

/** The root's parent is told as an empty text, or not at all. */
function nonEmpty(id: string | undefined): string | null {
  return id === undefined || id === '' ? null : id;
}
