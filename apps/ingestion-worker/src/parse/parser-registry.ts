import type { DocumentParser } from '@arbiter/ports';
import { recogniseFormat } from './recognise-format.js';

/** The parsers by the endings of file names, and by what files hold whatever they are called. */
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

  /** The parser of what the bytes are, where they show it; else of what the name says. */
  parserFor(name: string, bytes: Uint8Array): DocumentParser | undefined {
    const extension = recogniseFormat(bytes)?.extension;
    return (extension === undefined ? undefined : this.byExtension.get(extension)) ?? this.parserOf(name);
  }
}
