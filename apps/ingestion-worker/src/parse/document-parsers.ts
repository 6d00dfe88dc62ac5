import {
  DocxParser,
  EpubParser,
  HtmlParser,
  OpenDocumentParser,
  PptxParser,
  RtfParser,
  XlsxParser,
} from '@arbiter/adapters-html';
import { MailParser } from '@arbiter/adapters-mail';
import { MarkdownParser } from '@arbiter/adapters-markdown';
import {
  ASCIIDOC,
  MarkupParser,
  MdxParser,
  NotebookParser,
  ORG,
  RESTRUCTURED_TEXT,
  SourceCodeParser,
  TEX,
} from '@arbiter/adapters-markup-text';
import { PdfParser, PictureParser, type Recognition } from '@arbiter/adapters-pdf';
import { PlainTextParser, TranscriptParser } from '@arbiter/adapters-plain-text';
import { SlackDayParser } from '@arbiter/adapters-slack';
import { CsvParser, JsonLinesParser, JsonParser, SettingsParser } from '@arbiter/adapters-tabular';
import type { DocumentParser } from '@arbiter/ports';
import { ParserRegistry } from './parser-registry.js';

/**
 * The formats that this worker reads.
 *
 * @param recognition null: scanned pages are reported but not read
 */
export function documentParsers(recognition: Recognition | null = null): ParserRegistry {
  const pages = new HtmlParser();
  const wholePages = new HtmlParser(true);
  const json = new JsonParser();
  const markdown = new MarkdownParser(pages);
  const code = new SourceCodeParser();
  const parsers: DocumentParser[] = [
    markdown,
    pages,
    new PdfParser(recognition ? { recognition } : {}),
    new EpubParser(wholePages),
    new DocxParser(pages),
    new XlsxParser(),
    new PptxParser(),
    new OpenDocumentParser(),
    new RtfParser(),
    new PlainTextParser(),
    new TranscriptParser(),
    new CsvParser(),
    json,
    new SlackDayParser(json),
    new JsonLinesParser(),
    new SettingsParser(json),
    new MdxParser(markdown),
    ...[RESTRUCTURED_TEXT, ASCIIDOC, ORG, TEX].map((language) => new MarkupParser(language)),
    code,
    new NotebookParser(markdown, code),
  ];
  const attached = new ParserRegistry(parsers);
  const mail = new MailParser((name, bytes) => attached.parserFor(name, bytes), wholePages);
  // Pictures attached to mails are signatures and logos, mostly.
  const pictures = (['png', 'jpeg'] as const).map((format) => new PictureParser(format, recognition));
  // Before the reader of Word, which recognises old Office files in order to say what they are.
  return new ParserRegistry([mail, ...parsers, ...pictures]);
}
