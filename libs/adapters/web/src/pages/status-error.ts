import { ArbiterError } from '@arbiter/contracts';

/**
 * What a status that gives no document means for whoever asked (RFC 9110 15).
 *
 * @param retryAfter as the server says when to ask again; kept with the error as it is
 */
export function fromStatus(status: number, { href, hostname }: URL, retryAfter: string | null = null): ArbiterError {
  const details = { url: href, status, ...(retryAfter !== null && { retryAfter }) };
  switch (status) {
    case 401:
    case 407:
      return new ArbiterError('UNAUTHENTICATED', `${href} needs a password, which Arbiter does not send.`, { details });
    case 403:
      return new ArbiterError('FORBIDDEN', `"${hostname}" refuses to give ${href}.`, { details });
    case 429:
      return new ArbiterError('RATE_LIMITED', `"${hostname}" has been asked too often. Try again later.`, { details });
    default:
      return status >= 500
        ? new ArbiterError('UNAVAILABLE', `"${hostname}" answers with status ${status}.`, { details })
        : new ArbiterError('INVALID_REQUEST', `${href} gives no document (status ${status}).`, { details });
  }
}
