import type { DocumentParser } from '@arbiter/ports';

/** Finds the parsers in use by what they declare of their formats: extensions, media types, and recognised content. */
export class ParserRegistry {
  private readonly byExtension = new Map<string, DocumentParser>();
  private readonly extensionByMediaType = new Map<string, string>();

  /**
   * @param parsers the first wins of several that recognise the same bytes or declare the same media type
   * @param first parsers of a pack: their extensions are theirs, whatever the content shows
   * @throws RangeError when two of the parsers claim one extension
   */
  constructor(
    private readonly parsers: readonly DocumentParser[],
    private readonly first: readonly DocumentParser[] = [],
  ) {
    for (const parser of [...first, ...parsers]) {
      for (const extension of parser.extensions) {
        const holder = this.byExtension.get(extension);
        if (holder && !first.includes(holder)) throw new RangeError(`two parsers claim "${extension}"`);
        if (!holder) this.byExtension.set(extension, parser);
      }
      const { mediaType, otherMediaTypes = {} } = parser;
      for (const [type, extension = ''] of Object.entries({ [mediaType]: parser.extensions[0], ...otherMediaTypes }))
        if (!this.extensionByMediaType.has(type)) this.extensionByMediaType.set(type, extension);
    }
  }

  /** Extensions that can be read, ascending. */
  get extensions(): string[] {
    return [...this.byExtension.keys()].sort();
  }

  /** The extension by which files of a media type are read; undefined for a type that no parser declares. */
  extensionOf(mediaType: string): string | undefined {
    return this.extensionByMediaType.get(mediaType);
  }

  /** @returns undefined for a format that no parser reads */
  parserOf(name: string): DocumentParser | undefined {
    const base = name.slice(name.lastIndexOf('/') + 1);
    const dot = base.lastIndexOf('.');
    return this.byExtension.get(dot <= 0 ? '' : base.slice(dot).toLowerCase());
  }

  /** The same with the parsers of a pack before these. */
  after(first: readonly DocumentParser[]): ParserRegistry {
    return new ParserRegistry(this.parsers, first);
  }

  /** The parser that recognises the content, or else the parser of the name. */
  parserFor(name: string, bytes: Uint8Array): DocumentParser | undefined {
    const named = this.parserOf(name);
    if (named && this.first.includes(named)) return named;
    return this.parsers.find((parser) => parser.recognises?.(bytes)) ?? named;
  }
}
