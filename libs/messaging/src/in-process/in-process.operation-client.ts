import { CarriedOperationClient, type OperationClientOptions } from '../client/carried-operation.client.js';
import type { InProcessBus } from './in-process.bus.js';

/** Calls the operations that are served on a bus in this process. Closing it leaves the bus as it is. */
export class InProcessOperationClient extends CarriedOperationClient {
  constructor(bus: InProcessBus, options: OperationClientOptions = {}) {
    super(
      {
        request: (operation, input, call) => bus.request(operation, input, call),
        stream: (operation, input, call) => bus.stream(operation, input, call),
        close: () => Promise.resolve(),
      },
      options,
    );
  }
}
