import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logging.js';
import { readPairs, type TracingSettings } from '../config/tracing-variables.js';

/** Longest wait at the end for a collector that takes the last spans, in milliseconds. */
const FLUSH_MS = 2_000;
/** Longest export while the process runs, in milliseconds. */
const EXPORT_MS = 10_000;
/** Longest text of an attribute; longer ones are cut. */
const LONGEST_ATTRIBUTE = 8_192;

export interface TracingOptions {
  readonly settings: Partial<TracingSettings>;
  /** Name of the process where the settings give none: `retriever-arm`. */
  readonly app: string;
  readonly version: string;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

export interface Tracing {
  /** Sends what is left, within two seconds, and takes the SDK away again. Never fails. */
  close(): Promise<void>;
}

/**
 * Registers the OpenTelemetry SDK for this process. Only then is it loaded: without a collector, spans cost nothing.
 *
 * @returns null where no collector is named
 */
export async function startTracing(options: TracingOptions): Promise<Tracing | null> {
  const { otlpEndpoint } = options.settings;
  if (otlpEndpoint === undefined) return null;
  const { openTracerProvider } = await import('./open-tracer-provider.js');
  const { logger } = options;
  let isFailing = false;
  const provider = openTracerProvider({
    ...options,
    url: `${otlpEndpoint.replace(/\/$/, '')}/v1/traces`,
    headers: readPairs(options.settings.otlpHeaders),
    resource: readPairs(options.settings.otelResourceAttributes),
    instanceId: randomUUID(),
    exportMs: EXPORT_MS,
    longestAttribute: LONGEST_ATTRIBUTE,
    // Told of changes only: a collector that is away for a day is no reason for a line a second.
    onExport(error, spans) {
      if (error && !isFailing) logger.warn({ err: error, spans }, 'spans cannot be sent to the collector');
      if (!error && isFailing) logger.info({ spans }, 'spans are sent to the collector again');
      isFailing = error !== null;
    },
  });
  return {
    async close() {
      const patience = new AbortController();
      const late = sleep(FLUSH_MS, 'late' as const, { signal: patience.signal }).catch(() => 'late' as const);
      const flushed = provider.close().catch((error: unknown) => {
        logger.warn({ err: error }, 'the last spans could not be sent');
      });
      if ((await Promise.race([flushed, late])) === 'late') logger.warn('the collector did not take the last spans');
      patience.abort();
    },
  };
}
