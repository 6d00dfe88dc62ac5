import { getDocumentText, type Passage } from '@arbiter/contracts';
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
import { describeDocument, readExcerpt, type DocumentDescription, type Extent } from './document-excerpt.js';
import { gatheredPassages } from './gathered.js';
import { passagesResult } from './passages-result.js';

/** UTF-16 code units of an expanded passage at most, around it: some four thousand tokens. */
const MAX_LENGTH = 16_000;

const Inputs = z.strictObject({
  chunkId: z.string().min(1).describe('Of a passage that was found.'),
  to: z
    .enum(['section', 'document'])
    .default('section')
    .describe('How far: its section, or its document; where the section holds no more, the document.'),
});

export class ExpandTool extends BaseMcpTool<typeof Inputs> {
  readonly name = 'expand';
  readonly description =
    'Reads the section that a found passage stands in, then its document. Use it when a passage breaks off, or says too little to be sure.';
  readonly inputSchema = Inputs;
  override readonly timeoutMs = getDocumentText.deadlineMs;

  constructor(private readonly client: OperationClient) {
    super();
  }

  override isToolAvailable({ environment }: TreeData): Promise<Availability> {
    const hasPassages = environment.visible().some(({ payloadType }) => payloadType === 'chunks');
    return Promise.resolve(
      hasPassages ? { available: true } : { available: false, reason: 'No passage has been found yet.' },
    );
  }

  async *execute(
    tree: TreeData,
    { chunkId, to }: z.output<typeof Inputs>,
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

/** What of an extent is read, when it is too long: as much before the passage as after it, as far as there is. */
function around({ start, end }: Passage, extent: Extent): Extent {
  const room = Math.max(0, MAX_LENGTH - (end - start));
  if (extent.end - extent.start <= MAX_LENGTH) return extent;
  const before = start - extent.start;
  const after = extent.end - end;
  const taken = Math.min(before, Math.max(room / 2, room - after));
  return { start: Math.ceil(start - taken), end: Math.min(extent.end, Math.floor(end + room - taken)) };
}
