import { readText, refuseAccessAtHead } from '@arbiter/adapter-kit/documents';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import { MarkupWriter } from './markup-writer.js';

/** A markup language of plain text. */
export interface MarkupLanguage {
  readonly name: string;
  readonly mediaType: string;
  readonly extensions: readonly string[];
  readonly otherMediaTypes?: Readonly<Record<string, string>>;
  /** Writes the blocks of a document. @param lines without line ends */
  read(lines: readonly string[], writer: MarkupWriter): void;
}

/** Reads one markup language: its headings become sections, marks are removed, and code and tables keep their rows. */
export class MarkupParser implements DocumentParser {
  readonly name: string;
  readonly mediaType: string;
  readonly extensions: readonly string[];
  readonly otherMediaTypes: Readonly<Record<string, string>>;

  constructor(private readonly language: MarkupLanguage) {
    this.name = language.name;
    this.mediaType = language.mediaType;
    this.extensions = language.extensions;
    this.otherMediaTypes = language.otherMediaTypes ?? {};
  }

  async parse(request: ParseRequest): Promise<ParsedDocument> {
    const { name, signal } = request;
    const { text, builder } = await readText(request);
    const writer = new MarkupWriter(builder, signal);
    const source = text.replace(/\r\n?/g, '\n');
    refuseAccessAtHead(source, name);
    this.language.read(source.replaceAll('\t', '    ').split('\n'), writer);
    writer.tellOmitted();
    return builder.build({ title: writer.title, metadata: writer.metadata });
  }
}
