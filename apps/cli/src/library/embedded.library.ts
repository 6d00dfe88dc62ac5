import type { AnyOperation, OperationEvent, OperationOutput, OperationRequest } from '@arbiter/contracts';
import type { Library, LibraryCallOptions } from './library.js';
import type { Standalone } from './standalone.module.js';

/** All arms in this process, over the data directory on this disk. */
export class EmbeddedLibrary implements Library {
  readonly sharesDisk = true;

  constructor(private readonly standalone: Standalone) {}

  get place(): string {
    return this.standalone.dataDirectory;
  }

  request<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options?: LibraryCallOptions,
  ): Promise<OperationOutput<O>> {
    return this.standalone.client.request(operation, input, options);
  }

  stream<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options?: LibraryCallOptions,
  ): AsyncGenerator<OperationEvent<O>, OperationOutput<O>, undefined> {
    return this.standalone.client.stream(operation, input, options);
  }

  close(): Promise<void> {
    return this.standalone.close();
  }
}
