import { ArbiterError } from '@arbiter/contracts';
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { count, describeCall, echo } from '../../test/contract.operations.js';
import { counting, failureOf } from '../../test/rig.js';
import { OperationDispatcher } from '../dispatch/operation.dispatcher.js';
import { InProcessBus, InProcessOperationClient } from '../in-process/in-process.bus.js';
import { activeSpanIds, inSpan, startSpan, streamInSpan } from './spans.js';
import { databaseCall, databaseSpans, tracePort, traceStores } from './trace-port.js';

const CALLER = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('spans', () => {
  let exporter: InMemorySpanExporter;
  let provider: BasicTracerProvider;

  beforeEach(() => {
    exporter = new InMemorySpanExporter();
    provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider(provider);
  });
  // Modules, and so the globals of the API, are shared by the specs of a worker.
  afterEach(async () => {
    trace.disable();
    context.disable();
    await provider.shutdown();
  });

  /** Finished spans by name; of one name, by kind. */
  function span(name: string, kind?: SpanKind): ReadableSpan {
    const found = exporter.getFinishedSpans().filter((each) => each.name === name && (kind ?? each.kind) === each.kind);
    expect(found).toHaveLength(1);
    return found[0]!;
  }

  async function rig(serve: (dispatcher: OperationDispatcher) => void): Promise<InProcessOperationClient> {
    const dispatcher = new OperationDispatcher();
    serve(dispatcher);
    const bus = new InProcessBus();
    await bus.start(dispatcher);
    return new InProcessOperationClient(bus);
  }

  it('hang the server of a call below its client, and what the handler does below the server', async () => {
    const client = await rig((dispatcher) =>
      dispatcher.register(echo, async ({ text }) => {
        await inSpan('work', {}, () => Promise.resolve());
        return { text };
      }),
    );
    await client.request(echo, { text: 'a', times: 1 });
    const [caller, callee] = [span(echo.name, SpanKind.CLIENT), span(echo.name, SpanKind.SERVER)];
    expect(caller.parentSpanContext).toBeUndefined();
    expect(callee.parentSpanContext?.spanId).toBe(caller.spanContext().spanId);
    expect(span('work').parentSpanContext?.spanId).toBe(callee.spanContext().spanId);
  });

  it('send on the id of the span that calls', async () => {
    const client = await rig((dispatcher) =>
      dispatcher.register(describeCall, (_, { requestId, traceparent, deadline, principal }) =>
        Promise.resolve({ requestId, traceparent, deadline, principal }),
      ),
    );
    const { traceparent } = await client.request(
      describeCall,
      {},
      {
        parent: {
          traceparent: CALLER,
          requestId: 'r',
          deadline: Date.now() + 5_000,
          principal: null,
          signal: new AbortController().signal,
        },
      },
    );
    const { traceId, spanId } = span(describeCall.name, SpanKind.SERVER).spanContext();
    expect(traceparent).toBe(`00-${traceId}-${spanId}-01`);
    expect(span(describeCall.name, SpanKind.CLIENT).parentSpanContext?.spanId).toBe('00f067aa0ba902b7');
  });

  it('prefer the active span of the same trace to the call as the parent of a call', async () => {
    const client = await rig((dispatcher) => {
      dispatcher.register(echo, ({ text }) => Promise.resolve({ text }));
      dispatcher.register(count, async function* (input, parent) {
        await inSpan('stage', {}, () => client.request(echo, { text: 'a', times: 1 }, { parent }));
        return yield* counting(input);
      });
    });
    const events = client.stream(count, { to: 2 });
    while (!(await events.next()).done);
    expect(span(echo.name, SpanKind.CLIENT).parentSpanContext?.spanId).toBe(span('stage').spanContext().spanId);
    expect(span('stage').parentSpanContext?.spanId).toBe(span(count.name, SpanKind.SERVER).spanContext().spanId);
  });

  it('say the code of an error and not its message; a fault of the caller is no error of the server', async () => {
    const client = await rig((dispatcher) =>
      dispatcher.register(echo, () => Promise.reject(new ArbiterError('NOT_FOUND', 'no secret here'))),
    );
    await failureOf(client.request(echo, { text: 'a', times: 1 }));
    const [caller, callee] = [span(echo.name, SpanKind.CLIENT), span(echo.name, SpanKind.SERVER)];
    expect([caller, callee].map(({ attributes }) => attributes['error.type'])).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect([caller.status.code, callee.status.code]).toEqual([SpanStatusCode.ERROR, SpanStatusCode.UNSET]);
    expect(
      JSON.stringify([caller, callee].map(({ attributes, events, status }) => [attributes, events, status])),
    ).not.toContain('secret');
  });

  it('of a generator are active in its steps, not in what its reader does between them', async () => {
    const inside: unknown[] = [];
    const stream = streamInSpan('stream', {}, async function* () {
      for (let n = 0; n < 2; n += 1) {
        inside.push(activeSpanIds()?.span_id);
        yield await Promise.resolve(n);
      }
      return 'end';
    });
    const outside: unknown[] = [];
    for await (const _ of stream) outside.push(activeSpanIds());
    const { spanId } = span('stream').spanContext();
    expect([inside, outside]).toEqual([
      [spanId, spanId],
      [null, null],
    ]);
  });

  it('of a generator end when its reader leaves, after what it had open', async () => {
    let closed = false;
    const stream = streamInSpan('stream', {}, async function* () {
      try {
        yield await Promise.resolve(1);
      } finally {
        closed = true;
      }
    });
    await stream.next();
    await stream.return(undefined);
    expect([closed, span('stream').status.code]).toEqual([true, SpanStatusCode.UNSET]);
  });

  describe('of a port', () => {
    class Store {
      #rows = ['a', 'b'];
      readonly engine = 'qdrant';
      list(_collection: string): Promise<readonly string[]> {
        return Promise.resolve(this.#rows);
      }
      fail(): Promise<void> {
        return Promise.reject(new ArbiterError('UNAVAILABLE', 'away'));
      }
      get size(): number {
        return this.#rows.length;
      }
    }
    const open = (): Store =>
      tracePort(new Store(), { list: databaseCall('list'), fail: databaseCall('fail') }, databaseSpans('qdrant'));

    it('name operation, collection and rows, and leave the rest of the port as it is', async () => {
      const store = open();
      await inSpan('call', {}, () => store.list('notes'));
      const { attributes, kind, parentSpanContext } = span('list notes');
      expect(attributes).toEqual({
        'db.system.name': 'qdrant',
        'db.operation.name': 'list',
        'db.collection.name': 'notes',
        'db.response.returned_rows': 2,
      });
      expect([kind, parentSpanContext?.spanId]).toEqual([SpanKind.CLIENT, span('call').spanContext().spanId]);
      expect([store.size, store instanceof Store]).toEqual([2, true]);
    });

    it('name the methods of a set of stores, and leave the other stores as they are', async () => {
      const notes = { ofDomain: (_domain: string) => Promise.resolve(['a']), save: () => Promise.resolve() };
      const set = { notes, others: {} };
      const traced = traceStores(set, { notes: ['notes', 'ofDomain'] }, 'nats');
      await inSpan('call', {}, async () => {
        await traced.notes.ofDomain('lore');
        await traced.notes.save();
      });
      expect(span('of_domain notes').attributes).toMatchObject({
        'db.system.name': 'nats',
        'db.collection.name': 'notes',
      });
      expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual(['of_domain notes', 'call']);
      expect(traced.others).toBe(set.others);
    });

    it('have the code of a failure', async () => {
      const store = open();
      await failureOf(inSpan('call', {}, () => store.fail()));
      expect(span('fail').attributes['error.type']).toBe('UNAVAILABLE');
    });

    it('are not made for what nobody asked for', async () => {
      await open().list('notes');
      expect(exporter.getFinishedSpans()).toEqual([]);
    });
  });

  it('are not made without an SDK, and a call then has the trace context that it always had', async () => {
    trace.disable();
    expect(startSpan('work')).toBeNull();
    const store = { list: () => Promise.resolve([]) };
    expect(tracePort(store, { list: databaseCall('list') })).toBe(store);
    const client = await rig((dispatcher) =>
      dispatcher.register(describeCall, (_, { requestId, traceparent, deadline, principal }) =>
        Promise.resolve({ requestId, traceparent, deadline, principal }),
      ),
    );
    const { traceparent } = await client.request(describeCall, {});
    expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(exporter.getFinishedSpans()).toEqual([]);
  });
});
