import { describe, expect, it } from '@jest/globals';
import { echo, store } from '../../test/contract.operations.js';
import { describeOperationTransport } from '../../test/operation-transport.contract.js';
import { OperationDispatcher } from '../dispatch/operation.dispatcher.js';
import { InProcessBus, InProcessOperationClient } from './in-process.bus.js';

describeOperationTransport('the in-process bus', async (dispatcher) => {
  const transport = new InProcessBus();
  await transport.start(dispatcher);
  const client = new InProcessOperationClient(transport);
  return { client, transport, close: () => client.close() };
});

describe('the in-process bus', () => {
  it('finds the dispatcher that serves an operation among several', async () => {
    const bus = new InProcessBus();
    for (const operation of [echo, store]) {
      const dispatcher = new OperationDispatcher();
      dispatcher.register(operation, () => Promise.resolve({ text: operation.name }));
      await bus.start(dispatcher);
    }
    const client = new InProcessOperationClient(bus);
    await expect(client.request(echo, { text: 'a' })).resolves.toEqual({ text: echo.name });
    await expect(client.request(store, { text: 'a' })).resolves.toEqual({ text: store.name });
  });
});
