import { validate, type OperationInput } from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';

type ValidateInput = OperationInput<typeof validate>;

/** Passes everything on, and keeps what the validator is asked. */
export class RecordingClient implements OperationClient {
  readonly #asked: ValidateInput[] = [];

  constructor(private readonly inner: OperationClient) {}

  readonly request: OperationClient['request'] = (operation, input, options) => {
    if (operation.name === validate.name) this.#asked.push(validate.input.parse(input));
    return this.inner.request(operation, input, options);
  };

  readonly stream: OperationClient['stream'] = (operation, input, options) =>
    this.inner.stream(operation, input, options);

  close(): Promise<void> {
    return this.inner.close();
  }

  /** What was asked since this was called last. */
  taken(): ValidateInput[] {
    return this.#asked.splice(0);
  }
}
