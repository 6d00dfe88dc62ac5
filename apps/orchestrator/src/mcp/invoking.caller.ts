import type { AnyOperation, OperationEvent, OperationOutput, OperationRequest } from '@arbiter/contracts';
import type { CallOptions, OperationCaller } from '@arbiter/mcp-server';
import type { IncomingCall, InvokeOperation } from '@arbiter/messaging';
import type { Clock } from '@arbiter/ports';

/** Calls operations as the routes of a door do: with the id, trace and deadline of the client's own request. */
export class InvokingCaller implements OperationCaller {
  constructor(
    private readonly invoke: InvokeOperation,
    private readonly clock: Clock,
  ) {}

  async request<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options: CallOptions,
  ): Promise<OperationOutput<O>> {
    const events = this.stream(operation, input, options);
    let next = await events.next();
    while (!next.done) next = await events.next();
    return next.value;
  }

  stream<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options: CallOptions,
  ): AsyncGenerator<OperationEvent<O>, OperationOutput<O>, undefined> {
    // The dispatcher has parsed events and output with this operation's own schemas.
    return this.invoke(operation, this.callOf(input, options)) as AsyncGenerator<
      OperationEvent<O>,
      OperationOutput<O>,
      undefined
    >;
  }

  private callOf(input: unknown, { signal, deadlineMs, origin }: CallOptions): IncomingCall {
    const deadlines = [origin?.deadline, deadlineMs === undefined ? undefined : this.clock.now() + deadlineMs];
    const known = deadlines.filter((deadline) => deadline !== undefined);
    return {
      input,
      signal,
      ...(known.length > 0 && { deadline: Math.min(...known) }),
      ...(origin && { requestId: origin.requestId }),
      ...(origin?.traceparent !== undefined && { traceparent: origin.traceparent }),
      ...(typeof origin?.principal === 'string' && { principal: origin.principal }),
    };
  }
}
