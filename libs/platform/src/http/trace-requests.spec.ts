import { trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterEach, expect, it } from '@jest/globals';
import { closeDoors, openDoor } from '../../test/door.fixture.js';

// The globals of the API are shared by the specs of a worker.
afterEach(() => trace.disable());

it('makes a trace of a request, and none of a probe', async () => {
  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  const { url } = await openDoor();
  for (const path of ['/health/ready', '/health/live', '/openapi.json']) await (await fetch(`${url}${path}`)).text();
  await closeDoors();
  expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual(['GET /openapi.json']);
});
