import type { Metadata } from '@arbiter/contracts';

/** What whoever sent a document says of it, before what it says of itself. */
export interface GivenDescription {
  /** "" for a document without a title; null when nothing was said. */
  readonly title: string | null;
  readonly metadata: Metadata;
}

export const NOTHING_GIVEN: GivenDescription = { title: null, metadata: {} };
