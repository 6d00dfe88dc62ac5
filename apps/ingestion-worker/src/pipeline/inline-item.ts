import type { IngestionSource } from '@arbiter/contracts';
import type { SourceItem } from '@arbiter/ports';
import type { GivenDescription } from './given-description.js';

/** Origin of documents that were sent along with the request. */
export const INLINE_ORIGIN = 'inline:';

type InlineSource = Extract<IngestionSource, { kind: 'inline' }>;

/** An item together with what the request says of it. */
export interface DescribedItem extends SourceItem {
  readonly given: GivenDescription;
}

/** A document of the request itself as an item to read. */
export function inlineItem({ name, content, title, metadata }: InlineSource): DescribedItem {
  const bytes = new TextEncoder().encode(content);
  return {
    source: name,
    origin: INLINE_ORIGIN,
    location: `${INLINE_ORIGIN}${name}`,
    size: bytes.length,
    read: () => Promise.resolve(bytes),
    given: { title: title ?? null, metadata },
  };
}
