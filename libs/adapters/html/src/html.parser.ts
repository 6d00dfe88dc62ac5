import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  decodeText,
  ParsedDocumentBuilder,
  refuseAccessAtHead,
  struckTextWarnings,
  textStartOf,
  writeFields,
} from '@arbiter/adapter-kit/documents';
import { ArbiterError } from '@arbiter/contracts';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import { defaultTreeAdapter, parse } from 'parse5';
import { BlockWalker } from './block-walker.js';
import { applyClassStyles } from './class-styles.js';
import { descendants, type Element, type Node } from './dom.js';
import { findContent } from './find-content.js';
import { hiddenText } from './hidden-text.js';
import { notesOf } from './note-marks.js';
import { openPanels } from './open-panels.js';
import { readConfluencePage, readPageInformation, unsaidFields } from './page-metadata.js';
import { ownHosts, writeAddresses } from './write-addresses.js';
import { writeMarks } from './write-marks.js';

/**
 * Elements of one page, about 1 GB of memory. Mis-nested formatting makes a parser repeat elements, so that a small file
 * can ask for billions; the longest honest pages (whole specifications) have some hundred thousand.
 */
const MAX_ELEMENTS = 2_000_000;

/** Nodes read before other work of the process gets a turn. */
const NODES_PER_TURN = 20_000;

/** Elements that HTML leaves without an end as well; of all others, `<title/>` would swallow the rest of the page. */
const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

const CDATA = '<![CDATA[';
const CDATA_END = ']]>';
const SELF_CLOSED = /<([a-z][\w:-]*)((?:\s[^<>]*)?)\/>/gi;

/**
 * Reads web pages: their content without navigation, controls and hidden parts, headings as sections, table rows
 * with their column names. Title and fields come from the page's head, and those that people ask for stand at the head of its text; of a page that Confluence has exported
 * also from what its template says.
 */
export class HtmlParser implements DocumentParser {
  readonly name = 'html';
  readonly mediaType = 'text/html';
  readonly extensions = ['.html', '.htm', '.xhtml'];
  readonly otherMediaTypes = { 'application/xhtml+xml': '.xhtml' };

  /** @param isWhole reads pages that have no margins: chapters of books, messages */
  constructor(private readonly isWhole = false) {}

  recognises(bytes: Uint8Array): boolean {
    return /^(?:<!doctype html|<html)[\s>]/i.test(textStartOf(bytes));
  }

  async parse({ bytes, name, language, signal }: ParseRequest): Promise<ParsedDocument> {
    signal.throwIfAborted();
    const { text, warning } = decodeText({ bytes, name, language });
    await nextTurn();
    signal.throwIfAborted();
    refuseAccessAtHead(text, name);
    const document = parsePage(isXhtml(name, text) ? xhtmlToHtml(text) : text, name);
    await nextTurn();
    signal.throwIfAborted();

    const builder = new ParsedDocumentBuilder();
    if (warning !== undefined) builder.warn(warning);
    const page = readPageInformation(document);
    const body = findBody(document);
    if (!body) {
      const frames = [...descendants(document)].filter(({ tagName }) => tagName === 'frame').length;
      if (frames > 0)
        builder.warn(`It is a page of ${frames} frames, whose pages are no part of it and were not read.`);
      return builder.build(page);
    }

    const hosts = ownHosts(document);
    applyClassStyles(document);
    openPanels(body);
    const exported = readConfluencePage(body);
    const { title } = exported ?? page;
    const metadata = { ...page.metadata, ...exported?.metadata };
    const isAll = exported !== null || this.isWhole;
    const { roots, isMargin } = isAll ? { roots: [exported?.root ?? body], isMargin: () => false } : findContent(body);
    const notes = notesOf(body);
    for (const sentence of hiddenText(roots, isMargin)) builder.warn(sentence);
    const struck = { whole: 0, partly: 0 };
    for (const root of roots) {
      await nextTurn();
      signal.throwIfAborted();
      const { whole, partly } = writeMarks(root, notes);
      struck.whole += whole;
      struck.partly += partly;
      writeAddresses(root, hosts);
    }
    const content = new ParsedDocumentBuilder();
    const walker = new BlockWalker(content, roots, isMargin);
    for (let nodes = 1; walker.step(); nodes++) {
      if (nodes % NODES_PER_TURN !== 0) continue;
      await nextTurn();
      signal.throwIfAborted();
    }
    const said = content.build();
    if (!this.isWhole) writeFields(unsaidFields(metadata, said.text), builder);
    builder.appendDocument(said);
    for (const sentence of struckTextWarnings(struck, content.empty)) builder.warn(sentence);
    return builder.build({ title: title === '' ? walker.firstTitle : title, metadata });
  }
}

function parsePage(html: string, name: string): Node {
  let elements = 0;
  const treeAdapter = {
    ...defaultTreeAdapter,
    onElementCreated: () => {
      if (++elements <= MAX_ELEMENTS) return;
      throw new ArbiterError('INVALID_REQUEST', `${name} holds more than ${MAX_ELEMENTS} elements.`, {
        details: { name, limit: MAX_ELEMENTS },
      });
    },
  };
  return parse(html, { treeAdapter });
}

/** `<body>`, which the parser makes where the source has none; a page of frames has none at all. */
function findBody(document: Node): Element | undefined {
  for (const element of descendants(document, ({ tagName }) => tagName === 'html')) {
    if (element.tagName === 'body') return element;
  }
  return undefined;
}

/** Rewrites what XML and HTML read differently, self-closed elements and CDATA, so that an HTML parser reads XHTML. */
function xhtmlToHtml(source: string): string {
  return withoutCdata(source).replace(SELF_CLOSED, (tag, name: string, attributes: string) =>
    VOID_ELEMENTS.has(name.toLowerCase()) ? tag : `<${name}${attributes}></${name}>`,
  );
}

/** Text of CDATA sections as HTML writes it. No pattern: one would look for the end anew from each beginning without one. */
function withoutCdata(source: string): string {
  const parts: string[] = [];
  let read = 0;
  for (;;) {
    const start = source.indexOf(CDATA, read);
    const end = start < 0 ? -1 : source.indexOf(CDATA_END, start + CDATA.length);
    if (end < 0) return parts.join('') + source.slice(read);
    const text = source.slice(start + CDATA.length, end);
    parts.push(source.slice(read, start), text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
    read = end + CDATA_END.length;
  }
}

/** Whether a page is written as XML, by its name or its first characters. */
function isXhtml(name: string, source: string): boolean {
  return /\.xhtml$/i.test(name) || /^\s*<\?xml\b/.test(source);
}
