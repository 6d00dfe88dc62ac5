import type { IngestionSource } from '@arbiter/contracts';
import type { SourceItem } from '@arbiter/ports';

/** Origin of documents that were sent along with the request. */
export const INLINE_ORIGIN = 'inline:';

/** A document of the request itself as an item to read. */
export function inlineItem({ name, content }: Extract<IngestionSource, { kind: 'inline' }>): SourceItem {
  const bytes = new TextEncoder().encode(content);
  return {
    source: name,
    origin: INLINE_ORIGIN,
    location: `${INLINE_ORIGIN}${name}`,
    size: bytes.length,
    read: () => Promise.resolve(bytes),
  };
}
