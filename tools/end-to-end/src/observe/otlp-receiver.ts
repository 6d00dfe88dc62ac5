import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ExportedSpans, type ExportedSpan, readSpans } from './read-spans.js';

const POLL_MS = 50;

/** A collector of this process: takes OTLP over HTTP as JSON, and keeps it. */
export interface OtlpReceiver {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  /** Bodies as they came, and the headers of the last request. */
  readonly bodies: readonly string[];
  readonly lastHeaders: Readonly<Record<string, string | string[] | undefined>>;
  spans(): readonly ExportedSpan[];
  /** Waits until the spans fulfil a condition. @throws RangeError when they do not within the time, in milliseconds */
  until(condition: (spans: readonly ExportedSpan[]) => boolean, timeoutMs: number): Promise<readonly ExportedSpan[]>;
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const bodies: string[] = [];
  let lastHeaders: OtlpReceiver['lastHeaders'] = {};
  const server = createServer((req, res) => {
    void bodyOf(req).then((body) => {
      lastHeaders = req.headers;
      if (req.method === 'POST' && req.url === '/v1/traces') bodies.push(body);
      else res.statusCode = 404;
      res.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const spans = (): readonly ExportedSpan[] =>
    bodies.flatMap((body) => readSpans(ExportedSpans.parse(JSON.parse(body))));
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    get lastHeaders() {
      return lastHeaders;
    },
    spans,
    async until(condition, timeoutMs) {
      const deadline = AbortSignal.timeout(timeoutMs);
      for (;;) {
        const got = spans();
        if (condition(got)) return got;
        if (deadline.aborted) throw new RangeError(`the spans did not come: ${got.map(({ name }) => name).join(', ')}`);
        await delay(POLL_MS);
      }
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
