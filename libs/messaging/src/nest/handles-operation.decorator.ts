import type { AnyOperation, OperationEvent, OperationOutput } from '@arbiter/contracts';
import { applyDecorators, UseFilters } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { PassThroughFilter } from './pass-through.filter.js';

/** What a controller method may return for an operation. */
export type HandledOperation<O extends AnyOperation> =
  | Promise<OperationOutput<O>>
  | AsyncGenerator<OperationEvent<O>, OperationOutput<O>, undefined>
  | Promise<AsyncGenerator<OperationEvent<O>, OperationOutput<O>, undefined>>;

/**
 * Marks a controller method as the handler of an operation; a method that returns something else does not compile.
 * Guards, pipes and interceptors run before it as with any message handler.
 */
export function HandlesOperation<O extends AnyOperation>(
  operation: O,
): <T extends (...args: never[]) => HandledOperation<O>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<T>,
) => void {
  return applyDecorators(MessagePattern(operation.name), UseFilters(PassThroughFilter));
}

/** Parameter: the validated input, defaults filled in. */
export const OperationPayload = (): ParameterDecorator => Payload();

/** Parameter: the {@link OperationContext} of the call. */
export const OperationCtx = (): ParameterDecorator => Ctx();
