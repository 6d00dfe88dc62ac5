import { describeNats, NatsRig, VERSION } from '../../test/nats.rig.js';
import { describeOperationTransport } from '../../test/operation-transport.contract.js';
import { connectNats } from './connect-nats.js';
import { NatsOperationTransport } from './nats-operation.transport.js';
import { NatsOperationClient } from './nats.operation-client.js';

describeNats('NATS', () => {
  const rig = new NatsRig();

  describeOperationTransport('NATS', async (dispatcher) => {
    const [calleeLink, callerLink] = [
      await connectNats({ url: rig.url, name: 'callee' }),
      await connectNats({ url: rig.url, name: 'caller' }),
    ];
    const transport = new NatsOperationTransport({
      link: calleeLink,
      version: VERSION,
      // No beats: here the callee must learn of a cancellation by the cancel subject, not by asking.
      beatMs: 3_600_000,
    });
    await transport.start(dispatcher);
    const client = new NatsOperationClient(callerLink);
    return {
      client,
      transport,
      close: async () => {
        await client.close();
        await dispatcher.drain(0);
        await transport.close();
        await Promise.all([calleeLink.close(), callerLink.close()]);
      },
    };
  });
});
