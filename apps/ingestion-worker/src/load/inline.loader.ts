import type { IngestionSource } from '@arbiter/contracts';
import type { FoundItem, SourceLoader } from '@arbiter/ports';

type InlineSource = Extract<IngestionSource, { kind: 'inline' }>;

/** Origin of documents that were sent along with the request. */
const INLINE_ORIGIN = 'inline:';

/** Documents of the request itself. None of them goes because another is sent. */
export class InlineLoader implements SourceLoader<InlineSource> {
  originOf(): null {
    return null;
  }

  async *list({ name, content, encoding, title, metadata }: InlineSource): AsyncIterable<FoundItem> {
    const bytes = Buffer.from(content, encoding);
    yield await Promise.resolve({
      source: name,
      origin: INLINE_ORIGIN,
      location: `${INLINE_ORIGIN}${name}`,
      size: bytes.length,
      read: () => Promise.resolve(bytes),
      given: { title: title ?? null, metadata },
    });
  }
}
