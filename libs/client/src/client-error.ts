import type { Problem } from '@arbiter/contracts';

/** A request that the server refused or could not finish, or (status 0) that did not reach it. */
export class ClientError extends Error {
  override readonly name = 'ClientError';

  constructor(
    message: string,
    /** The closed table of codes of the contracts. */
    readonly code: Problem['code'],
    /** HTTP status; 0 without an answer. */
    readonly status: number,
    /** Whether the same request may succeed a moment later. */
    readonly retryable: boolean,
    /** All that the problem document says. */
    readonly problem: Partial<Problem> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  static of(problem: Problem): ClientError {
    return new ClientError(problem.detail, problem.code, problem.status, problem.retryable, problem);
  }

  /** Of a response that is no success. Whatever answers in place of the server, such as a proxy, may send no problem document. */
  static async fromResponse(response: Response): Promise<ClientError> {
    const problem = (await response.json().catch(() => null)) as Problem | null;
    if (typeof problem?.code === 'string' && typeof problem.detail === 'string') return ClientError.of(problem);
    const away = response.status >= 502 && response.status <= 504;
    return new ClientError(
      `The server answered with status ${response.status} and no reason.`,
      away ? 'UNAVAILABLE' : 'INTERNAL',
      response.status,
      away,
    );
  }

  /** @returns the error of an aborted request unchanged */
  static fromFetch(cause: unknown): unknown {
    if (cause instanceof DOMException && cause.name === 'AbortError') return cause;
    return new ClientError('The server does not answer.', 'UNAVAILABLE', 0, true, {}, { cause });
  }
}
