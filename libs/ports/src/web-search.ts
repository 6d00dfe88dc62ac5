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
