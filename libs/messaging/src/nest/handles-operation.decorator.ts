import type { AnyOperation, OperationEvent, OperationOutput } from '@arbiter/contracts';
import { applyDecorators, Catch, type ExceptionFilter, UseFilters } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { type Observable, throwError } from 'rxjs';

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
