import { httpRequestAt, readLines } from '@arbiter/client';
import {
  ArbiterError,
  pathParameters,
  Problem,
  PROBLEM_MEDIA_TYPE,
  type AnyOperation,
  type ErrorCode,
  parseJson,
} from '@arbiter/contracts';
import { z } from 'zod';

export interface HttpRequestParts {
  readonly method: string;
  readonly url: string;
  /** The header of that name, of a request for a piece of bytes. */
  readonly range?: string;
  /** JSON, or null where the method carries none. */
  readonly body: string | null;
}

/**
 * Builds the HTTP request for an operation.
 *
 * @param server base address, with or without a slash at its end
 * @throws ArbiterError INVALID_REQUEST when a path parameter is missing, UNAVAILABLE when the operation has no route
 */
export function buildHttpRequest(server: string, operation: AnyOperation, input: unknown): HttpRequestParts {
  const { http, name } = operation;
  if (!http)
    throw new ArbiterError('UNAVAILABLE', `${name} is not served over HTTP.`, { details: { operation: name } });
  const given = input as Readonly<Record<string, unknown>>;
  const missing = pathParameters(http).find((parameter) => (given[parameter] ?? '') === '');
  if (missing !== undefined) {
    throw new ArbiterError('INVALID_REQUEST', `${name} needs "${missing}".`, { details: { field: missing } });
  }
  const { offset, length, ...rest } = given;
  const { method, path, body } = httpRequestAt(http, http.bytes ? rest : given);
  const [from, count] = http.bytes ? [Number(offset), Number(length)] : [0, 0];
  return {
    method,
    url: `${server.replace(/(?<!\/)\/+$/, '')}${path}`,
    body: body ?? null,
    ...(count > 0 && { range: `bytes=${from}-${from + count - 1}` }),
  };
}

/** A piece of bytes as its operation gives it. Of an answer without a range, which is only to tell what the whole is, no byte is read. */
export async function readPiece(response: Response): Promise<object> {
  const { headers, status } = response;
  const isRange = status === 206;
  const bytes = isRange ? /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] : headers.get('content-length');
  const data = isRange ? Buffer.from(await response.arrayBuffer()).toString('base64') : '';
  if (!isRange) await response.body?.cancel();
  return {
    mediaType: headers.get('content-type') ?? '',
    name: /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '',
    bytes: Number(bytes ?? NaN),
    sha256: (headers.get('etag') ?? '').replaceAll('"', ''),
    data,
  };
}

export type Frame =
  | { readonly kind: 'event'; readonly value: unknown }
  | { readonly kind: 'output'; readonly value: unknown };

const Line = z.looseObject({ type: z.string(), result: z.unknown().optional(), error: z.unknown().optional() });

/**
 * The messages of a streamed operation: its events, then `{type: 'result'}` with the output.
 *
 * @throws ArbiterError what the operation failed with; UNAVAILABLE when a line is not one of these
 */
export async function* readFrames(response: Response): AsyncGenerator<Frame, void, undefined> {
  if (!response.body) return;
  for await (const text of readLines(response.body)) {
    const { data: line } = Line.safeParse(JSON.parse(text));
    if (!line) throw unreadable();
    if (line.type === 'error') throw errorOfProblem(line.error) ?? unreadable();
    if (line.type === 'result') yield { kind: 'output', value: line.result };
    else yield { kind: 'event', value: line };
  }
}

function unreadable(): ArbiterError {
  return new ArbiterError('UNAVAILABLE', 'The server sent a message that this version does not understand.');
}

/** For answers that are not ours: a proxy's, another program's on that port. */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'RATE_LIMITED',
  504: 'DEADLINE_EXCEEDED',
};

/** The error that a problem document tells of; null when it is not one (RFC 9457, with our members). */
export function errorOfProblem(document: unknown): ArbiterError | null {
  const parsed = Problem.safeParse(document);
  if (!parsed.success) return null;
  const { type: _type, title: _title, status: _status, detail, code, retryable: _retryable, ...details } = parsed.data;
  return new ArbiterError(code, detail, { details });
}

/** The error that an HTTP answer outside 2xx tells of. */
export async function errorOfResponse(response: Response, server: string): Promise<ArbiterError> {
  const { status } = response;
  const text = await response.text();
  if (response.headers.get('content-type')?.startsWith(PROBLEM_MEDIA_TYPE)) {
    const error = errorOfProblem(parseJson(text));
    if (error) return error;
  }
  return new ArbiterError(
    CODE_OF_STATUS[status] ?? 'UNAVAILABLE',
    `${server} answered with status ${status} and not as an Arbiter server does; check the address.`,
    { details: { status, server } },
  );
}
