import { ArbiterError, getDocument, getDocumentText, type DocumentDescription, type Passage } from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import {
  BaseMcpTool,
  RecoverableError,
  type Availability,
  type ToolCall,
  type ToolOutput,
  type TreeData,
} from '@arbiter/tool-sdk';
import { z } from 'zod';
import { availableWithPassages, gatheredPassages, passagesResult } from './gathered.js';

/** From `start` up to `end`, in UTF-16 code units of the stored text. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

/** @throws ArbiterError NOT_FOUND, also for a document outside of the collections that the run is about */
export async function describeDocument(
  client: OperationClient,
  documentId: string,
  { collectionNames }: TreeData,
  call: ToolCall,
): Promise<DocumentDescription> {
  const document = await client.request(getDocument, { documentId }, { parent: call });
  if (collectionNames.length === 0 || collectionNames.includes(document.collection)) return document;
  throw new ArbiterError('NOT_FOUND', `There is no document "${documentId}".`, { details: { documentId } });
}

/** The part of a document as a passage, so that it can be cited like one that a search has found. */
export async function readExcerpt(
  client: OperationClient,
  document: DocumentDescription,
  { start, end }: Extent,
  tree: TreeData,
  call: ToolCall,
): Promise<Passage> {
  const { id, collection, title, source, metadata } = document;
  const { text } = await client.request(getDocumentText, { documentId: id }, { parent: call });
  const known = gatheredPassages(tree, call).filter(({ documentId }) => documentId === id);
  return {
    // No chunk of an index; the offsets are what citations rest on.
    chunkId: `${id}@${start}-${end}`,
    documentId: id,
    collection,
    text: text.slice(start, end),
    start,
    end,
    title,
    source,
    section: headingsAt(document, start),
    page: null,
    metadata,
    // A document is read on because of what was found in it; one asked for by its id is what was wanted.
    score: known.length > 0 ? Math.max(...known.map(({ score }) => score)) : 1,
  };
}

/** Headings from the outermost to the innermost at a place. */
function headingsAt({ sections }: DocumentDescription, at: number): string[] {
  const open: { readonly heading: string; readonly level: number }[] = [];
  for (const section of sections) {
    if (section.start > at) break;
    while ((open.at(-1)?.level ?? 0) >= section.level) open.pop();
    open.push(section);
  }
  return open.map(({ heading }) => heading);
}

/** UTF-16 code units that are read at once: some three thousand tokens. */
const DEFAULT_LENGTH = 12_000;
const MAX_LENGTH = 100_000;

const FetchInputs = z.strictObject({
  documentId: z.string().min(1).max(128).describe('As passages name it.'),
  start: z.int().min(0).default(0).describe('Where to begin, in characters.'),
  length: z.int().min(1).max(MAX_LENGTH).default(DEFAULT_LENGTH).describe('Characters at most.'),
});

export class FetchDocumentTool extends BaseMcpTool<typeof FetchInputs> {
  readonly name = 'fetch-document';
  override readonly aliases = ['fetch_document'];
  readonly description =
    'Reads a document, or a part of it. Use it when its passages are not enough, and for what stands before or after them.';
  readonly inputSchema = FetchInputs;
  override readonly cacheable = true;
  override readonly timeoutMs = getDocumentText.deadlineMs;

  constructor(private readonly client: OperationClient) {
    super();
  }

  async *execute(
    tree: TreeData,
    { documentId, start, length }: z.output<typeof FetchInputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const document = await describeDocument(this.client, documentId, tree, call);
    const end = Math.min(document.length, start + length);
    if (start >= end) {
      const message = `"${document.title}" has ${document.length} characters; there is nothing at ${start}.`;
      yield new RecoverableError({ message, suggestion: 'Read it from an earlier place.' });
      return;
    }
    const excerpt = await readExcerpt(this.client, document, { start, end }, tree, call);
    yield passagesResult([excerpt], {
      metadata: { title: document.title, documentId, start, end, length: document.length },
      llmMessage: 'Read characters {start} to {end} of the {length} of "{title}".',
    });
  }
}

/** UTF-16 code units of an expanded passage at most, around it: some four thousand tokens. */
const LONGEST_EXCERPT = 16_000;

const ExpandInputs = z.strictObject({
  chunkId: z.string().min(1).describe('Of a passage that was found.'),
  to: z
    .enum(['section', 'document'])
    .default('section')
    .describe('How far: its section, or its document; where the section holds no more, the document.'),
});

export class ExpandTool extends BaseMcpTool<typeof ExpandInputs> {
  readonly name = 'expand';
  readonly description =
    'Reads the section that a found passage stands in, then its document. Use it when a passage breaks off, or says too little to be sure.';
  readonly inputSchema = ExpandInputs;
  override readonly timeoutMs = getDocumentText.deadlineMs;

  constructor(private readonly client: OperationClient) {
    super();
  }

  override isToolAvailable(tree: TreeData): Promise<Availability> {
    return availableWithPassages(tree);
  }

  async *execute(
    tree: TreeData,
    { chunkId, to }: z.output<typeof ExpandInputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const passage = gatheredPassages(tree, call).find((each) => each.chunkId === chunkId);
    if (!passage) {
      const suggestion = 'Use the chunkId of a passage that was found, or find one with hybrid-search.';
      yield new RecoverableError({ message: `No passage "${chunkId}" has been found.`, suggestion });
      return;
    }
    const document = await describeDocument(this.client, passage.documentId, tree, call);
    const wider = [...(to === 'section' ? [sectionOf(passage, document)] : []), wholeOf(document)];
    const extent = wider
      .map((candidate) => around(passage, candidate))
      .find(({ start, end }) => end - start > passage.end - passage.start);
    if (!extent) {
      const message = 'The passage is already all that can be read around it.';
      yield new RecoverableError({ message, suggestion: 'Try other passages, or hybrid-search with broader terms.' });
      return;
    }
    const excerpt = await readExcerpt(this.client, document, extent, tree, call);
    yield passagesResult([excerpt], {
      metadata: { chunkId, title: document.title, documentId: document.id, length: extent.end - extent.start },
      llmMessage: 'Read {length} characters of "{title}" around the passage.',
    });
  }
}

/** The section that a passage begins in, from its heading to the next one of the same level or above. */
function sectionOf({ start, end }: Passage, document: DocumentDescription): Extent {
  const { sections, length } = document;
  const at = sections.findLastIndex((section) => section.start <= start);
  const own = sections[at];
  const next = sections
    .slice(at + 1)
    .find(({ level, start: from }) => level <= (own?.level ?? Infinity) && from >= end);
  return { start: own?.start ?? 0, end: next?.start ?? length };
}

function wholeOf({ length }: DocumentDescription): Extent {
  return { start: 0, end: length };
}

/** The part read of an extent that is too long: as much before the passage as after it, where the text allows. */
function around({ start, end }: Passage, extent: Extent): Extent {
  const room = Math.max(0, LONGEST_EXCERPT - (end - start));
  if (extent.end - extent.start <= LONGEST_EXCERPT) return extent;
  const before = start - extent.start;
  const after = extent.end - end;
  const taken = Math.min(before, Math.max(room / 2, room - after));
  return { start: Math.ceil(start - taken), end: Math.min(extent.end, Math.floor(end + room - taken)) };
}
