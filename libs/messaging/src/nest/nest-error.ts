import { ArbiterError, type ErrorCode } from '@arbiter/contracts';
import { HttpException } from '@nestjs/common';
import { RpcException } from '@nestjs/microservices';

/** What Nest throws when a guard of a message handler says no. */
const GUARD_REFUSAL = 'Forbidden resource';

const CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'INVALID_REQUEST',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'RATE_LIMITED',
  503: 'UNAVAILABLE',
};

/** Nest's exceptions in our terms, where they have a counterpart; anything else as it is. */
export function translateNestError(thrown: unknown): unknown {
  if (thrown instanceof RpcException && thrown.message === GUARD_REFUSAL) {
    return new ArbiterError('FORBIDDEN', 'A guard refused the call.', { cause: thrown });
  }
  const code = thrown instanceof HttpException ? CODES[thrown.getStatus()] : undefined;
  return code && thrown instanceof HttpException ? new ArbiterError(code, thrown.message, { cause: thrown }) : thrown;
}
