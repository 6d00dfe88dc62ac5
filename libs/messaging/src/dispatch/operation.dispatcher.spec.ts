import { ArbiterError, OPERATIONS } from '@arbiter/contracts';
import { rejectedRequests } from '@arbiter/contracts/testing';
import { describe, expect, it, jest } from '@jest/globals';
import { count, describeCall, echo } from '../../test/contract.operations.js';
import { SYSTEM_RUNTIME } from '../call/messaging.runtime.js';
import type { IncomingCall } from '../operation-call.js';
import { type CallReport, OperationDispatcher } from './operation.dispatcher.js';

type Operation = Parameters<OperationDispatcher['invoke']>[0];

/** Runs a call to its end and gives the output. */
async function run(dispatcher: OperationDispatcher, operation: Operation, call: IncomingCall): Promise<unknown> {
  const frames = dispatcher.invoke(operation, call);
  for (;;) {
    const step = await frames.next();
    if (step.done) return step.value;
  }
}

describe.each(OPERATIONS.map((operation) => ({ name: operation.name, operation })))('$name', ({ operation }) => {
  /** Its handler only says that it was reached, in a way that no validation can stand for. */
  const reached = new ArbiterError('CONFLICT', 'The handler was reached.');
  const dispatcher = new OperationDispatcher();
  dispatcher.register(operation, () => Promise.reject(reached));

  it.each(Object.entries(operation.examples))('accepts %s', async (_, input) => {
    await expect(run(dispatcher, operation, { input })).rejects.toBe(reached);
  });

  it.each(rejectedRequests(operation.name))('rejects $title, naming the field', async ({ input, field }) => {
    const error: unknown = await run(dispatcher, operation, { input }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'INVALID_REQUEST', details: { issues: [{ path: field }] } });
    expect((error as ArbiterError).message).toContain(field);
  });
});

describe('OperationDispatcher', () => {
  it('takes one handler per operation', () => {
    const dispatcher = new OperationDispatcher();
    dispatcher.register(echo, ({ text }) => Promise.resolve({ text }));
    expect(() => dispatcher.register(echo, ({ text }) => Promise.resolve({ text }))).toThrow(
      expect.objectContaining({ code: 'CONFLICT' }),
    );
  });

  it('is UNAVAILABLE for what nobody registered', async () => {
    await expect(run(new OperationDispatcher(), echo, { input: { text: 'a' } })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });

  it('judges a deadline by its clock', async () => {
    const dispatcher = new OperationDispatcher({ runtime: { ...SYSTEM_RUNTIME, now: () => 1_000 } });
    dispatcher.register(echo, ({ text }) => Promise.resolve({ text }));
    const input = { text: 'a' };
    await expect(run(dispatcher, echo, { input, deadline: 1_000 })).rejects.toMatchObject({
      code: 'DEADLINE_EXCEEDED',
    });
    await expect(run(dispatcher, echo, { input, deadline: 1_001 })).resolves.toEqual(input);
  });

  it('gives a call without headers an id and a trace, and replaces malformed ones', async () => {
    const dispatcher = new OperationDispatcher();
    dispatcher.register(describeCall, (_, { requestId, traceparent, deadline, principal }) =>
      Promise.resolve({ requestId, traceparent, deadline, principal }),
    );
    const malformed = { requestId: 'two\r\nlines', traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` };
    for (const headers of [{}, malformed]) {
      await expect(run(dispatcher, describeCall, { input: {}, ...headers })).resolves.toMatchObject({
        requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
        traceparent: expect.stringMatching(/^00-(?!0{32})[0-9a-f]{32}-[0-9a-f]{16}-01$/),
        principal: null,
      });
    }
  });

  it('takes an AbortError for the echo of its own signal, and of that only', async () => {
    const dispatcher = new OperationDispatcher();
    dispatcher.register(echo, () => Promise.reject(new DOMException('stopped', 'AbortError')));
    await expect(run(dispatcher, echo, { input: { text: 'a' } })).rejects.toMatchObject({ code: 'INTERNAL' });

    const going = new AbortController();
    const obedient = new OperationDispatcher();
    obedient.register(echo, (_, { signal }) => {
      going.abort(new ArbiterError('DEADLINE_EXCEEDED', 'Over there.'));
      signal.throwIfAborted();
      return Promise.reject(new DOMException('stopped', 'AbortError'));
    });
    await expect(run(obedient, echo, { input: { text: 'a' }, signal: going.signal })).rejects.toMatchObject({
      message: 'Over there.',
    });
  });

  it('reports a stream that its consumer left as CANCELLED, once', async () => {
    const reports: CallReport[] = [];
    const dispatcher = new OperationDispatcher({ onCall: (report) => reports.push(report) });
    dispatcher.register(count, async function* () {
      for (let n = 0; ; n += 1) yield await Promise.resolve({ n });
    });
    const frames = dispatcher.invoke(count, { input: { to: 1 } });
    await frames.next();
    await frames.return(undefined);
    expect(reports).toMatchObject([{ code: 'CANCELLED', streamed: true }]);
  });

  it('serves on when an observer fails', async () => {
    const warning = jest.spyOn(process, 'emitWarning').mockReturnValue(undefined);
    const dispatcher = new OperationDispatcher({
      onCall: () => {
        throw new RangeError('observer broke');
      },
    });
    dispatcher.register(echo, ({ text }) => Promise.resolve({ text }));
    await expect(run(dispatcher, echo, { input: { text: 'a' } })).resolves.toEqual({ text: 'a' });
    expect(warning).toHaveBeenCalledWith(expect.stringContaining('observer broke'));
    warning.mockRestore();
  });

  it('never makes a call wait for a slot of the operation that makes it', async () => {
    const dispatcher = new OperationDispatcher({ concurrency: { running: 1, waiting: 0 } });
    dispatcher.register(describeCall, (_, { requestId, traceparent, deadline, principal }) =>
      Promise.resolve({ requestId, traceparent, deadline, principal }),
    );
    dispatcher.register(echo, async ({ text }) => {
      await run(dispatcher, describeCall, { input: {} });
      return { text };
    });
    await expect(run(dispatcher, echo, { input: { text: 'a' } })).resolves.toEqual({ text: 'a' });
  });
});
