import { nextTraceparent, SYSTEM_RUNTIME, type InvokeOperation, type OperationClient } from '@arbiter/messaging';

/**
 * Lets a door answer for operations that other arms serve: the call goes on with its id, trace, deadline and
 * cancellation, and whatever the arm says comes back unchanged, beside the answer too.
 */
export function passOn(client: OperationClient): InvokeOperation {
  return async function* (operation, call) {
    const { input, requestId, deadline, signal = new AbortController().signal, traceparent, principal = null } = call;
    const { onAnnotations } = call;
    const options = {
      parent: {
        requestId: requestId ?? SYSTEM_RUNTIME.randomHex(16),
        deadline: deadline ?? SYSTEM_RUNTIME.now() + operation.deadlineMs,
        signal,
        traceparent: traceparent ?? nextTraceparent(undefined, SYSTEM_RUNTIME),
        principal,
      },
      ...(onAnnotations ? { onAnnotations } : {}),
    };
    return operation.events
      ? yield* client.stream(operation, input, options)
      : await client.request(operation, input, options);
  };
}
