import type { AnyOperation, OperationEvent, OperationInput, OperationOutput } from '@arbiter/contracts';
import { applyDecorators, Catch, type ExceptionFilter, UseFilters } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { type Observable, throwError } from 'rxjs';
import type { OperationContext } from '../operation-call.js';

/** What a controller method may return for an operation. */
export type HandledOperation<O extends AnyOperation> =
  | Promise<OperationOutput<O>>
  | AsyncGenerator<OperationEvent<O>, OperationOutput<O>, undefined>
  | Promise<AsyncGenerator<OperationEvent<O>, OperationOutput<O>, undefined>>;

/** A controller method for an operation: it gets the validated input, defaults filled in. */
type OperationHandler<O extends AnyOperation> = (
  input: OperationInput<O>,
  context: OperationContext,
) => HandledOperation<O>;

/**
 * Marks a controller method as the handler of an operation; a method that takes or returns something else does not compile.
 * Guards, pipes and interceptors run before it as with any message handler.
 */
export function HandlesOperation<O extends AnyOperation>(
  operation: O,
): <T extends OperationHandler<O>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<T>,
) => void {
  return (target, key, descriptor) => {
    Payload()(target, key, 0);
    Ctx()(target, key, 1);
    applyDecorators(MessagePattern(operation.name), UseFilters(PassThroughFilter))(target, key, descriptor);
  };
}

/**
 * Passes errors from handlers, guards and interceptors to the dispatcher. The dispatcher decides once, for all doors, the error
 * that a caller gets. Nest's own filter would log the error and replace it by "Internal server error".
 */
@Catch()
class PassThroughFilter implements ExceptionFilter {
  catch(exception: unknown): Observable<never> {
    return throwError(() => exception);
  }
}
