import {
  shownValue,
  type AnyOperation,
  type OperationEvent,
  type OperationOutput,
  type OperationRequest,
} from '@arbiter/contracts';
import type { Library, LibraryCallOptions } from './library.js';

/** A library for people: what documents, their names and their authors say reaches no terminal as it is. */
export class ShownLibrary implements Library {
  constructor(private readonly library: Library) {}

  get place(): string {
    return this.library.place;
  }

  get sharesDisk(): boolean {
    return this.library.sharesDisk;
  }

  async request<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options?: LibraryCallOptions,
  ): Promise<OperationOutput<O>> {
    return shownValue(await this.library.request(operation, input, options));
  }

  async *stream<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options?: LibraryCallOptions,
  ): AsyncGenerator<OperationEvent<O>, OperationOutput<O>, undefined> {
    const events = this.library.stream(operation, input, options);
    try {
      let next = await events.next();
      while (!next.done) {
        yield shownValue(next.value);
        next = await events.next();
      }
      return shownValue(next.value);
    } finally {
      await events.return(undefined as never);
    }
  }

  close(): Promise<void> {
    return this.library.close();
  }
}
