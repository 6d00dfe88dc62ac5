import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { TracingSettings } from '../config/tracing-variables.js';

/** Result code of an export that went well (`ExportResultCode.SUCCESS`). */
const SUCCESS = 0;

export interface TracerProviderOptions {
  readonly settings: Partial<TracingSettings>;
  /** Name of the process where the settings give none. */
  readonly app: string;
  readonly version: string;
  /** Spans are posted here. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Further attributes of the process. */
  readonly resource: Readonly<Record<string, string>>;
  readonly instanceId: string;
  /** Longest export, in milliseconds. */
  readonly exportMs: number;
  /** Longest text of an attribute, in UTF-16 code units. */
  readonly longestAttribute: number;
  /** Told after each export; the error is null when it went well. */
  readonly onExport: (error: Error | null, spans: number) => void;
}

/** Registers a tracer provider for the process; the only file that knows the SDK. */
export function openTracerProvider(options: TracerProviderOptions): { close(): Promise<void> } {
  const { settings, app, version, url, headers, resource, instanceId, exportMs, longestAttribute, onExport } = options;
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: exportMs });
  const provider = new BasicTracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.namespace': 'arbiter',
        'service.version': version,
        'service.instance.id': instanceId,
        ...resource,
        'service.name': resource['service.name'] ?? app,
      }),
    ),
    // Whoever began a trace decides whether it is recorded (the specification's `parentbased_traceidratio`).
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.otelSamplerRatio ?? 1) }),
    spanLimits: { attributeValueLengthLimit: longestAttribute },
    spanProcessors: [new BatchSpanProcessor(reporting(exporter, onExport))],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  return {
    async close() {
      trace.disable();
      context.disable();
      await provider.shutdown();
    },
  };
}

/** The enumeration of the codes is the SDK's, which is not imported for one number. */
function isSuccess(code: number): boolean {
  return code === SUCCESS;
}

/** The same exporter, whose failures the SDK would only tell to a logger that nobody has set. */
function reporting(exporter: SpanExporter, onExport: TracerProviderOptions['onExport']): SpanExporter {
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        onExport(isSuccess(result.code) ? null : (result.error ?? new Error('The export failed.')), spans.length);
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
