import { ProtocolError, SdkHttpError, UnauthorizedError } from '@modelcontextprotocol/client';
import { z } from 'zod';

/**
 * `unavailable`: the server is away. `busy`: it has no place, or a limit is reached. `refused`: it does not accept the bot's key.
 * `rejected`: it does not do what was asked, and says why. `faulty`: it failed by a fault of its own. `stopped`: the bot is ending.
 */
export type LibraryErrorCode = 'unavailable' | 'busy' | 'refused' | 'rejected' | 'faulty' | 'stopped';

const SENTENCES: Readonly<Record<Exclude<LibraryErrorCode, 'rejected'>, string>> = {
  unavailable: 'The library cannot be reached at the moment. Ask again in a minute.',
  busy: 'The library is busy. Ask again in a moment.',
  refused: 'The library does not accept the key of this bot. Its operator has to set ARBITER_API_KEY.',
  faulty: 'The library failed to do this. Its log says why.',
  stopped: 'This bot is being restarted. Ask again in a moment.',
};

const BY_SERVER_CODE: Readonly<Record<string, LibraryErrorCode>> = {
  OVERLOADED: 'busy',
  RATE_LIMITED: 'busy',
  UNAVAILABLE: 'unavailable',
  DEADLINE_EXCEEDED: 'busy',
  UNAUTHENTICATED: 'refused',
  CANCELLED: 'stopped',
  INTERNAL: 'faulty',
};

/** Why the library did not do what a bot asked, with a sentence that people in a channel may read. */
export class LibraryError extends Error {
  override readonly name = 'LibraryError';
  readonly retryable: boolean;

  constructor(
    readonly code: LibraryErrorCode,
    message = code === 'rejected' ? 'The library does not do this.' : SENTENCES[code],
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.retryable = code === 'unavailable' || code === 'busy' || code === 'stopped';
  }

  /** Of what the client of the protocol threw. */
  static from(thrown: unknown, signal?: AbortSignal): LibraryError {
    if (thrown instanceof LibraryError) return thrown;
    const code = codeOf(thrown, signal);
    const told = code === 'rejected' && thrown instanceof Error ? thrown.message : undefined;
    return new LibraryError(code, told, { cause: thrown });
  }

  /** Of a tool's result that is an error. */
  static ofResult(meta: unknown, text: string): LibraryError {
    const { success, data } = ToolFault.safeParse(meta);
    if (!success) return new LibraryError('rejected', text);
    const { code, message } = data['arbiter/error'];
    const known = BY_SERVER_CODE[code];
    return known
      ? new LibraryError(known, undefined, { cause: new Error(message) })
      : new LibraryError('rejected', message);
  }
}

const ToolFault = z.looseObject({ 'arbiter/error': z.looseObject({ code: z.string(), message: z.string() }) });

function codeOf(thrown: unknown, signal: AbortSignal | undefined): LibraryErrorCode {
  if (signal?.aborted === true) return 'stopped';
  if (thrown instanceof ProtocolError) return 'rejected';
  if (thrown instanceof UnauthorizedError) return 'refused';
  if (!(thrown instanceof SdkHttpError)) return 'unavailable';
  if (thrown.status === 401 || thrown.status === 403) return 'refused';
  return thrown.status === 429 ? 'busy' : 'unavailable';
}
