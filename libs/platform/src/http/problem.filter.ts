import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import type { Logger } from '../logging/create-logger.js';
import { requestIdOf } from './request-identity.js';
import { sendProblem, toArbiterError } from './send-problem.js';

/**
 * Answers whatever a Nest application's own routes throw, its 404 included, with a problem:
 * `app.useGlobalFilters(new ProblemFilter(logger))`.
 */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const res = host.switchToHttp().getResponse<Response>();
    const error = toArbiterError(thrown);
    if (error.code === 'INTERNAL') this.logger.error({ requestId: requestIdOf(res), err: error }, 'a route failed');
    if (res.headersSent) res.destroy();
    else sendProblem(res, error);
  }
}
