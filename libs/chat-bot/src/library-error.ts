import { ProtocolError, SdkHttpError, UnauthorizedError } from '@modelcontextprotocol/client';
import { z } from 'zod';

/** Why the library did not do what was asked, and what people are told of it. */
const SENTENCES = {
  unavailable: 'The library cannot be reached at the moment. Ask again in a minute.',
  busy: 'The library is busy. Ask again in a moment.',
  refused: 'The library does not accept the key of this bot. Its operator has to set ARBITER_API_KEY.',
  /** The server says why, mostly. */
  rejected: 'The library does not do this.',
  faulty: 'The library failed to do this. Its log says why.',
  stopped: 'This bot is being restarted. Ask again in a moment.',
} as const;

type LibraryErrorCode = keyof typeof SENTENCES;

const BY_SERVER_CODE: Readonly<Record<string, LibraryErrorCode>> = {
  OVERLOADED: 'busy',
  RATE_LIMITED: 'busy',
  UNAVAILABLE: 'unavailable',
  DEADLINE_EXCEEDED: 'busy',
  UNAUTHENTICATED: 'refused',
  CANCELLED: 'stopped',
  INTERNAL: 'faulty',
};

const ToolFault = z.object({ 'arbiter/error': z.object({ code: z.string(), message: z.string() }) });

/** Why the library did not do what a bot asked, with a sentence that people in a channel may read. */
export class LibraryError extends Error {
  override readonly name = 'LibraryError';

  constructor(
    readonly code: LibraryErrorCode,
    message: string = SENTENCES[code],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** Of what the client of the protocol threw. */
  static from(thrown: unknown, signal?: AbortSignal): LibraryError {
    const code = signal?.aborted === true ? 'stopped' : codeOf(thrown);
    const told = code === 'rejected' && thrown instanceof Error ? thrown.message : undefined;
    return new LibraryError(code, told, { cause: thrown });
  }

  /** Of a tool's result that is an error. */
  static ofResult(meta: unknown, text: string): LibraryError {
    const { code, message } = ToolFault.safeParse(meta).data?.['arbiter/error'] ?? { code: '', message: text };
    const known = BY_SERVER_CODE[code];
    return known
      ? new LibraryError(known, undefined, { cause: new Error(message) })
      : new LibraryError('rejected', message);
  }
}

function codeOf(thrown: unknown): LibraryErrorCode {
  if (thrown instanceof ProtocolError) return 'rejected';
  const status = thrown instanceof SdkHttpError ? thrown.status : undefined;
  if (thrown instanceof UnauthorizedError || status === 401 || status === 403) return 'refused';
  return status === 429 ? 'busy' : 'unavailable';
}
