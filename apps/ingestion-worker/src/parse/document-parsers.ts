import { HtmlParser } from '@arbiter/adapters-html';
import { MarkdownParser } from '@arbiter/adapters-markdown';
import { PdfParser } from '@arbiter/adapters-pdf';
import { PlainTextParser } from '@arbiter/adapters-plain-text';
import { CsvParser, JsonLinesParser, JsonParser } from '@arbiter/adapters-tabular';
import { ParserRegistry } from './parser-registry.js';

/** The formats that this worker reads. */
export function documentParsers(): ParserRegistry {
  return new ParserRegistry([
    new MarkdownParser(),
    new HtmlParser(),
    new PdfParser(),
    new PlainTextParser(),
    new CsvParser(),
    new JsonParser(),
    new JsonLinesParser(),
  ]);
}
