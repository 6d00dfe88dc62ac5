export interface WebRequest {
  readonly method: 'GET' | 'HEAD';
  /** Absolute, `http` or `https`. */
  readonly url: string;
}

export interface WebResource {
  /** Final address, after redirects. */
  readonly url: string;
  readonly status: number;
  /** Without parameters, in lower case; '' if the server names none. */
  readonly mediaType: string;
  /** '' for HEAD. */
  readonly text: string;
}

/**
 * Reads texts from hosts that the operator allows. Rejects with ArbiterError:
 *
 * | code | when |
 * | --- | --- |
 * | INVALID_REQUEST | the address is invalid or names a user, or the resource is no text |
 * | FORBIDDEN | the host is not allowed, or its name leads to an address that is not public; also after a redirect |
 * | PAYLOAD_TOO_LARGE | the resource is larger than the operator allows |
 * | UNAVAILABLE | there is no answer in time, or there are too many redirects |
 */
export interface WebClient {
  /** For people; empty when nothing is allowed. */
  readonly allowedHosts: readonly string[];
  /** A status of 400 or above is an answer, no error. */
  request(request: WebRequest, signal: AbortSignal): Promise<WebResource>;
}

/** A page found by a web search. Its text comes from strangers. */
export interface WebPage {
  /** `http` or `https`. */
  readonly url: string;
  readonly title: string;
  /** The search engine's excerpt, as plain text; may be ''. */
  readonly snippet: string;
}

/**
 * A search engine for the web. Rejects with ArbiterError: UNAUTHENTICATED or FORBIDDEN when it refuses the key or the form of
 * the request, RATE_LIMITED, and UNAVAILABLE for a missing or malformed answer. Nothing that it throws holds a key.
 */
export interface WebSearch {
  /** The recipient of questions, for people. */
  readonly name: string;
  /** @returns at most `limit` pages, best first */
  search(query: string, limit: number, signal: AbortSignal): Promise<readonly WebPage[]>;
}
