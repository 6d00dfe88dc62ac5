import { ArbiterError, type ErrorCode } from '@arbiter/contracts';
import {
  type Attributes,
  context,
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { parseTraceparent } from '../call/messaging.runtime.js';

/** Name of the instrumentation, as exported with each span. */
const SCOPE = 'arbiter';

/** Faults of whoever asked. OpenTelemetry leaves the status of a server's span unset for them. */
const FAULTS_OF_CALLER: ReadonlySet<ErrorCode> = new Set([
  'INVALID_REQUEST',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'RATE_LIMITED',
  'CANCELLED',
]);

export { SpanKind } from '@opentelemetry/api';

export interface SpanOptions {
  /** Default INTERNAL. */
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /** W3C trace context of the caller, in another process or not. Default: the span that is active where this one begins. */
  readonly traceparent?: string | undefined;
  /** Whether the active span is the parent where it belongs to the caller's trace: it is nearer then. Default false. */
  readonly preferActive?: boolean;
  /** No span where none is active: what nobody asked for makes no trace of its own. Default false. */
  readonly onlyBelow?: boolean;
}

/** One span that has begun. */
export interface OpenSpan {
  /** W3C trace context with the id of this span, to hand on. */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  rename(name: string): void;
  event(name: string, attributes?: Attributes): void;
  /** Runs the work with this span active: spans that begin inside, and logs, belong to it. */
  run<T>(work: () => T): T;
  /** Marks it as failed. @param type few values, such as a code */
  fail(type: string): void;
  /** @param error what it failed with, if it did. Only its code is exported: messages may quote what was asked. */
  end(error?: unknown): void;
}

/**
 * The tracer of the SDK that this process has registered; null without one. Until then the library does nothing at all,
 * since even the no-op of the API costs about a microsecond.
 */
function activeTracer(): Tracer | null {
  const provider = trace.getTracerProvider() as ReturnType<typeof trace.getTracerProvider> & {
    readonly getDelegateTracer?: (name: string) => Tracer | undefined;
  };
  if (!provider.getDelegateTracer) return provider.getTracer(SCOPE);
  return provider.getDelegateTracer(SCOPE) ?? null;
}

/** Whether spans are made in this process. */
export function isTracing(): boolean {
  return activeTracer() !== null;
}

/** Begins a span. @returns null where nothing is traced */
export function startSpan(name: string, options: SpanOptions = {}): OpenSpan | null {
  const tracer = activeTracer();
  if (!tracer || (options.onlyBelow === true && !trace.getSpan(context.active()))) return null;
  const { kind = SpanKind.INTERNAL, attributes = {} } = options;
  const parent = parentOf(options);
  return new RecordedSpan(tracer.startSpan(name, { kind, attributes }, parent), kind, parent);
}

/** Runs the work in a span of its own, which ends with it. */
export async function inSpan<T>(name: string, options: SpanOptions, work: (span: OpenSpan | null) => Promise<T>) {
  const span = startSpan(name, options);
  if (!span) return work(null);
  try {
    const result = await span.run(() => work(span));
    span.end();
    return result;
  } catch (thrown) {
    span.end(thrown);
    throw thrown;
  }
}

/** The same for a generator; its steps alone run in the span, not what its reader does between them. */
export async function* streamInSpan<T, R>(
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan | null) => AsyncGenerator<T, R, undefined>,
): AsyncGenerator<T, R, undefined> {
  const span = startSpan(name, options);
  if (!span) return yield* work(null);
  const steps = work(span);
  let left = true;
  try {
    for (;;) {
      const step = await span.run(() => steps.next());
      if (step.done) {
        left = false;
        span.end();
        return step.value;
      }
      yield step.value;
    }
  } catch (thrown) {
    left = false;
    span.end(thrown);
    throw thrown;
  } finally {
    if (left) {
      span.end();
      await span.run(() => steps.return(undefined as R));
    }
  }
}

/** Ids as log lines carry them. */
export interface SpanIds {
  readonly trace_id: string;
  readonly span_id: string;
}

/** Those of a call, by its trace context, whether it is traced here or not; null when the text is none. */
export function spanIdsOf(traceparent: string): SpanIds | null {
  const ids = parseTraceparent(traceparent);
  return ids && { trace_id: ids.traceId, span_id: ids.spanId };
}

/** Those of the active span; null where there is none. */
export function activeSpanIds(): SpanIds | null {
  const active = trace.getSpanContext(context.active());
  return active && isSpanContextValid(active) ? { trace_id: active.traceId, span_id: active.spanId } : null;
}

function parentOf({ traceparent, preferActive = false }: SpanOptions): Context {
  const here = context.active();
  const caller = traceparent === undefined ? null : parseTraceparent(traceparent);
  if (!caller || (preferActive && trace.getSpanContext(here)?.traceId === caller.traceId)) return here;
  const { traceId, spanId, flags } = caller;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}

function formatTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

class RecordedSpan implements OpenSpan {
  readonly traceparent: string;
  readonly #context: Context;

  constructor(
    private readonly span: Span,
    private readonly kind: SpanKind,
    parent: Context,
  ) {
    this.traceparent = formatTraceparent(span.spanContext());
    this.#context = trace.setSpan(parent, span);
  }

  set(attributes: Attributes): void {
    this.span.setAttributes(attributes);
  }

  rename(name: string): void {
    this.span.updateName(name);
  }

  event(name: string, attributes?: Attributes): void {
    this.span.addEvent(name, attributes);
  }

  run<T>(work: () => T): T {
    return context.with(this.#context, work);
  }

  end(error?: unknown): void {
    if (error !== undefined && error !== null) {
      const { code } = ArbiterError.from(error);
      if (this.kind === SpanKind.SERVER && FAULTS_OF_CALLER.has(code)) this.span.setAttribute('error.type', code);
      else this.fail(code);
    }
    this.span.end();
  }

  fail(type: string): void {
    this.span.setAttribute('error.type', type);
    this.span.setStatus({ code: SpanStatusCode.ERROR });
  }
}
