import { ArbiterError, PROBLEM_MEDIA_TYPE, Problem, type ErrorCode } from '@arbiter/contracts';

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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
