import { setImmediate as nextTurn } from 'node:timers/promises';
import { decodeText, ParsedDocumentBuilder } from '@arbiter/adapter-kit/documents';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import { detect } from 'chardet';
import { BlockEmitter } from './block-emitter.js';
import { findTangle } from './find-tangle.js';
import { parseTree } from './parse-tree.js';
import { readFrontMatter } from './read-front-matter.js';
import { breakNotionProperties, readNotionProperties } from './read-notion-properties.js';
import { resolveObsidianSyntax } from './resolve-obsidian-syntax.js';
import { splitSegments, type Segment, type SegmentSize } from './split-segments.js';

const PARAGRAPH_BREAK = /\n(?:[^\S\n]*\n)+/;

/** One per heading and unindented paragraph. */
const SMALLEST_SEGMENTS: SegmentSize = { soft: 0, middle: 0, hard: Number.POSITIVE_INFINITY };

/**
 * Reads GitHub-flavoured markdown with YAML front matter and wiki links. The text holds what a reader sees; headings
 * become sections, front matter and the properties of Notion's pages become metadata. What is too deeply nested to be parsed in reasonable time is kept
 * as plain text, with a warning.
 */
export class MarkdownParser implements DocumentParser {
  readonly name = 'markdown';
  readonly mediaType = 'text/markdown';
  readonly extensions = ['.md', '.markdown'];

  async parse({ bytes, name, signal }: ParseRequest): Promise<ParsedDocument> {
    signal.throwIfAborted();
    const { text, warning } = decodeText({ bytes, name }, detect);
    const frontMatter = readFrontMatter(text.replace(/\r\n?/g, '\n'));
    const builder = new ParsedDocumentBuilder();
    for (const sentence of [warning, frontMatter.warning]) if (sentence !== undefined) builder.warn(sentence);

    const emitter = new BlockEmitter(builder);
    for (const segment of splitSegments(resolveObsidianSyntax(breakNotionProperties(name, frontMatter.body)))) {
      await nextTurn();
      signal.throwIfAborted();
      emitSegment(segment, emitter, builder);
    }
    const metadata = { ...readNotionProperties(name, frontMatter.body), ...frontMatter.metadata };
    return builder.build({ title: titleIn(metadata) ?? emitter.firstTitle, metadata });
  }
}

/** Parses a segment; of a tangled one, only the smallest part that cannot be parsed loses its markup. */
function emitSegment(segment: Segment, emitter: BlockEmitter, builder: ParsedDocumentBuilder): void {
  if (findTangle(segment.source) === undefined) {
    emitTree(segment, emitter);
    return;
  }
  for (const part of splitFinely(segment)) {
    const tangle = findTangle(part.source);
    if (tangle === undefined) {
      emitTree(part, emitter);
      continue;
    }
    builder.warn(`Lines ${part.firstLine} to ${part.lastLine} hold ${tangle} and were kept as plain text.`);
    for (const paragraph of part.source.split(PARAGRAPH_BREAK)) builder.append('paragraph', paragraph);
  }
}

function emitTree({ source, ownLength }: Segment, emitter: BlockEmitter): void {
  const { children } = parseTree(source);
  emitter.emit(children.filter(({ position }) => (position?.start.offset ?? 0) < ownLength));
}

function splitFinely({ source, ownLength, firstLine }: Segment): Segment[] {
  return splitSegments(source.slice(0, ownLength), SMALLEST_SEGMENTS).map((part) => ({
    ...part,
    firstLine: part.firstLine + firstLine - 1,
    lastLine: part.lastLine + firstLine - 1,
  }));
}

function titleIn({ title }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof title === 'number') return String(title);
  return typeof title === 'string' && title.trim() !== '' ? title : undefined;
}
