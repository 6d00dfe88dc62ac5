import type { EmbedOptions } from './embedder.js';

/**
 * Turns pages and queries into many vectors each, which are compared by late interaction: the score of a page is the sum over the
 * query's vectors of each one's best cosine with any of the page's (MaxSim; Khattab and Zaharia, ColBERT, 2020; Faysse et al.,
 * ColPali, 2024).
 *
 * Rejects with ArbiterError UNAVAILABLE when its server is away, late or answers something else, and with the signal's reason. With
 * `details.reason` `refused` it is there, and does not take this page or query.
 */
export interface PageEmbedder {
  /** Name in manifests. */
  readonly model: string;
  /** Numbers of each vector; asked of the server once. */
  dimensions(signal: AbortSignal): Promise<number>;
  /**
   * @param picture a JPEG file
   * @returns concatenated vectors, n × dimensions, each of unit length; n ≥ 1
   */
  embedPage(picture: Uint8Array, options: Pick<EmbedOptions, 'signal'>): Promise<Float32Array>;
  /** As {@link embedPage}, of a query. */
  embedQuery(query: string, options: Pick<EmbedOptions, 'signal'>): Promise<Float32Array>;
  close(): Promise<void>;
}
