import { ParsedDocumentBuilder } from '@arbiter/adapter-kit/documents';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';

/** Returns the text that it is handed. */
export class MarkdownParserStandIn implements DocumentParser {
  readonly name = 'markdown';
  readonly mediaType = 'text/markdown';
  readonly extensions = ['.md'];

  parse({ bytes }: ParseRequest): Promise<ParsedDocument> {
    const builder = new ParsedDocumentBuilder();
    builder.append('paragraph', new TextDecoder().decode(bytes));
    return Promise.resolve(builder.build());
  }
}
