export interface WebRequest {
  readonly method: 'GET' | 'HEAD';
  /** Absolute, `http` or `https`. */
  readonly url: string;
}

export interface WebResource {
  /** Where it was in the end, after redirects. */
  readonly url: string;
  readonly status: number;
  /** Without parameters, in lower case; '' where the server names none. */
  readonly mediaType: string;
  /** '' for HEAD. */
  readonly text: string;
}

/**
 * Reads texts from hosts that the operator allows. Rejects with ArbiterError:
 *
 * | code | when |
 * | --- | --- |
 * | INVALID_REQUEST | the address is none, names a user, or what stands there is no text |
 * | FORBIDDEN | the host is not allowed, or its name leads to an address that is not public; also after a redirect |
 * | PAYLOAD_TOO_LARGE | it is larger than the operator allows |
 * | UNAVAILABLE | nobody answers in time, or there are too many redirects |
 */
export interface WebClient {
  /** For people; empty when nothing is allowed. */
  readonly allowedHosts: readonly string[];
  /** A status of 400 or above is an answer, no error. */
  request(request: WebRequest, signal: AbortSignal): Promise<WebResource>;
}

/** A page that a search of the web names. Its words come from strangers. */
export interface WebPage {
  /** `http` or `https`. */
  readonly url: string;
  readonly title: string;
  /** What the search engine shows of it, as plain text; may be ''. */
  readonly snippet: string;
}

/**
 * A search engine for the web. Rejects with ArbiterError: UNAUTHENTICATED or FORBIDDEN when it does not take the key or
 * the form of the request, RATE_LIMITED, UNAVAILABLE when it does not answer, or not as it should. Nothing that it throws
 * holds a key.
 */
export interface WebSearch {
  /** Whom questions are sent to, for people. */
  readonly name: string;
  /** @returns at most `limit` pages, best first */
  search(query: string, limit: number, signal: AbortSignal): Promise<readonly WebPage[]>;
}
