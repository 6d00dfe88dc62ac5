import { ArbiterError } from '@arbiter/contracts';

/** An INVALID_REQUEST for which HTTP has a finer status than 400. */
export class HttpRequestError extends ArbiterError {
  constructor(
    private readonly httpStatus: 405 | 415,
    message: string,
    /** Headers that the status calls for, such as Allow. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super('INVALID_REQUEST', message);
  }

  override get status(): number {
    return this.httpStatus;
  }
}

/** A request that is refused at the door, in the form in which the dispatcher refuses one. */
export function invalidField(path: string, message: string): ArbiterError {
  const where = path === '' ? 'the input' : `"${path}"`;
  return new ArbiterError('INVALID_REQUEST', `Invalid request: ${where}: ${message}`, {
    details: { issues: [{ path, message }] },
  });
}
