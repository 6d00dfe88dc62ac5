import { ArbiterError, type ErrorCode } from '@arbiter/contracts';
import type { ToolCall } from '@arbiter/ports';

/** What a vendor's server answered instead of a generation. */
export interface VendorFailure {
  /** For people, e.g. `Anthropic`. */
  readonly vendor: string;
  /** Of HTTP; one inside a stream is translated to the status that it stands for. */
  readonly status: number;
  readonly retryAfter?: string | null;
  /** What the vendor says about it. Repeated to the caller only for errors about the request, never for those about the key. */
  readonly message?: string | undefined;
  /** The setting that holds the key, e.g. `ANTHROPIC_API_KEY`. */
  readonly keySetting: string;
  /** What to do when the model is not there. */
  readonly modelRemedy: string;
  readonly cause?: unknown;
}

/** Anthropic's own status for "too much to do". */
const OVERLOADED_ANTHROPIC = 529;
/** Characters of a vendor's message that are repeated. */
const LONGEST_MESSAGE = 300;

/**
 * How servers say that a model sees no pictures, with whatever status: OpenAI, vLLM, LM Studio and OpenRouter, llama.cpp (500), Ollama
 * (500), servers whose messages are texts alone.
 */
const SEES_NO_PICTURES: readonly RegExp[] = [
  /image_url is only supported by/i,
  /is not a multi-?modal model/i,
  /(?:does not|doesn't) support (?:image|vision)|that support image input/i,
  /image input is not supported/i,
  /missing data required for image input/i,
  /unsupported content part type|unknown variant .?image_url/i,
];
/** Anthropic: "image exceeds 5 MB maximum", "image dimensions exceed max allowed size". */
const PICTURE_TOO_LARGE = /image (?:dimensions )?exceeds?\b|image is too (?:large|big)/i;

/** The error for a model that is shown pictures and cannot see them. */
export function seesNoPictures(vendor: string, cause?: unknown): ArbiterError {
  const message = `${vendor} says that this model sees no pictures: name one that does (VISION_MODEL).`;
  return new ArbiterError('INVALID_REQUEST', message, { details: { vendor, reason: 'no-vision' }, cause });
}

/**
 * The error of the LanguageModel port for an HTTP status. Errors about the key have no cause: causes are logged, and the
 * server's message about a key may contain the key.
 *
 * @param now milliseconds since the Unix epoch
 */
export function vendorError(failure: VendorFailure, now: number): ArbiterError {
  const { vendor, status, cause, message: said = '' } = failure;
  const code = codeOf(status);
  const mayBeOfPictures = code === 'INVALID_REQUEST' || code === 'NOT_FOUND' || code === 'UNAVAILABLE';
  if (mayBeOfPictures && SEES_NO_PICTURES.some((one) => one.test(said))) return seesNoPictures(vendor, cause);
  const details = { vendor, status };
  switch (code) {
    case 'UNAUTHENTICATED':
      return new ArbiterError(code, `${vendor} refuses the key: check ${failure.keySetting}.`, { details });
    case 'FORBIDDEN':
      return new ArbiterError(
        code,
        `${vendor} does not let this key do that: check the account, its credit and its models (${failure.keySetting}).`,
        { details },
      );
    case 'NOT_FOUND':
      return new ArbiterError(code, failure.modelRemedy, { details, cause });
    case 'RATE_LIMITED':
    case 'OVERLOADED': {
      const retryAfterMs = parseRetryAfter(failure.retryAfter ?? null, now);
      const when = retryAfterMs === null ? 'later' : `in ${Math.ceil(retryAfterMs / 1_000)} s`;
      const why = code === 'RATE_LIMITED' ? 'takes no more requests of this key for now' : 'has too much to do';
      return new ArbiterError(code, `${vendor} ${why}: try again ${when}.`, {
        details: { ...details, retryAfterMs },
        cause,
      });
    }
    case 'INVALID_REQUEST': {
      const repeated = (failure.message ?? `status ${status}`).slice(0, LONGEST_MESSAGE);
      const reason = PICTURE_TOO_LARGE.test(said) && { reason: 'picture-too-large' };
      return new ArbiterError(code, `${vendor} does not take the request: ${repeated}`, {
        details: { ...details, ...reason },
        cause,
      });
    }
    default:
      return new ArbiterError(code, `${vendor} failed (status ${status}).`, { details, cause });
  }
}

function codeOf(status: number): ErrorCode {
  if (status === 401) return 'UNAUTHENTICATED';
  // 402: no credit left.
  if (status === 402 || status === 403) return 'FORBIDDEN';
  if (status === 404) return 'NOT_FOUND';
  // 408: the server waited too long for us; 409: two requests met at the vendor. Both may go well next time.
  if (status === 408 || status === 409) return 'UNAVAILABLE';
  if (status === 429) return 'RATE_LIMITED';
  if (status === 503 || status === OVERLOADED_ANTHROPIC) return 'OVERLOADED';
  return status >= 400 && status < 500 ? 'INVALID_REQUEST' : 'UNAVAILABLE';
}

/** The error for a vendor that does not answer, or whose answer broke off. `what`: an address without credentials. */
export function unreachableError(vendor: string, what: string, cause?: unknown): ArbiterError {
  return new ArbiterError('UNAVAILABLE', `${vendor} does not answer, or its answer broke off: ${what}.`, {
    details: { vendor, reason: 'unreachable' },
    cause,
  });
}

/** The error for an answer that is not what the vendor's protocol says. `what`: what was wrong, without the answer. */
export function protocolError(vendor: string, what: string, cause?: unknown): ArbiterError {
  return new ArbiterError('UNAVAILABLE', `${vendor} gave an answer that cannot be read: ${what}.`, {
    details: { vendor, reason: 'malformed-answer' },
    cause,
  });
}

/** Whether fetch says that a connection failed or broke: a TypeError ("fetch failed", "terminated") with a cause. */
export function isConnectionFailure(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null || !('name' in thrown) || !('cause' in thrown)) return false;
  // By name, since fetch's errors are those of Node's own realm, which a test runner's code is not in.
  return thrown.name === 'TypeError' && thrown.cause !== undefined;
}

/** Longest text that is looked at; a date has 29 characters. */
const LONGEST = 64;

/**
 * Reads a `Retry-After` header (RFC 9110, section 10.2.3): seconds, which some vendors give with a fraction, or a date.
 *
 * @param header its value, null where there is none
 * @param now milliseconds since the Unix epoch
 * @returns milliseconds from `now`, ≥ 0; null where there is none or it cannot be read
 */
export function parseRetryAfter(header: string | null, now: number): number | null {
  if (header === null || header.length > LONGEST) return null;
  const text = header.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1_000);
  // Only the three formats of an HTTP date begin with a day's name; Date.parse takes much more, such as "-5".
  const date = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/**
 * A call of a tool from the JSON of its arguments, as it was streamed. One without arguments may come without any.
 *
 * @throws ArbiterError as {@link protocolError} when they are no JSON object
 */
export function toolCallOf(vendor: string, { id, name, json }: { id: string; name: string; json: string }): ToolCall {
  try {
    const input: unknown = json === '' ? {} : JSON.parse(json);
    if (typeof input === 'object' && input !== null && !Array.isArray(input))
      return { id, name, arguments: { ...input } };
  } catch {
    // As for JSON that is no object.
  }
  throw protocolError(vendor, `the arguments for the tool "${name}" are not a JSON object`);
}
