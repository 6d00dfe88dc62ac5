import type { DocumentParser } from '@arbiter/ports';

/** The parsers by the endings of file names. */
export class ParserRegistry {
  private readonly byExtension = new Map<string, DocumentParser>();

  /** @throws RangeError when two parsers claim one ending */
  constructor(parsers: readonly DocumentParser[]) {
    for (const parser of parsers) {
      for (const extension of parser.extensions) {
        if (this.byExtension.has(extension)) throw new RangeError(`two parsers claim "${extension}"`);
        this.byExtension.set(extension, parser);
      }
    }
  }

  /** Endings that can be read, ascending. */
  get extensions(): string[] {
    return [...this.byExtension.keys()].sort();
  }

  /** @returns undefined for a format that no parser reads */
  parserOf(name: string): DocumentParser | undefined {
    const base = name.slice(name.lastIndexOf('/') + 1);
    const dot = base.lastIndexOf('.');
    return this.byExtension.get(dot <= 0 ? '' : base.slice(dot).toLowerCase());
  }
}
