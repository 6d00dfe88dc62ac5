import { DocxParser, EpubParser, HtmlParser } from '@arbiter/adapters-html';
import { BattleScribeParser } from '@arbiter/adapters-battlescribe';
import { MarkdownParser } from '@arbiter/adapters-markdown';
import { PdfParser } from '@arbiter/adapters-pdf';
import { PlainTextParser, TranscriptParser } from '@arbiter/adapters-plain-text';
import { CsvParser, JsonLinesParser, JsonParser } from '@arbiter/adapters-tabular';
import { ParserRegistry } from './parser-registry.js';

/** The formats that this worker reads. */
export function documentParsers(): ParserRegistry {
  const pages = new HtmlParser();
  return new ParserRegistry([
    new MarkdownParser(),
    pages,
    new PdfParser(),
    new DocxParser(pages),
    new EpubParser(pages),
    new BattleScribeParser(),
    new PlainTextParser(),
    new TranscriptParser(),
    new CsvParser(),
    new JsonParser(),
    new JsonLinesParser(),
  ]);
}
