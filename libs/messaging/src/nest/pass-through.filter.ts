import { Catch, type ExceptionFilter } from '@nestjs/common';
import { type Observable, throwError } from 'rxjs';

/**
 * Hands whatever a handler, guard or interceptor threw to the dispatcher, which decides once for all doors what a caller
 * is told. Nest's own filter would log it and replace it by "Internal server error".
 */
@Catch()
export class PassThroughFilter implements ExceptionFilter {
  catch(exception: unknown): Observable<never> {
    return throwError(() => exception);
  }
}
