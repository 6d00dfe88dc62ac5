import { getDocumentText } from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import { BaseMcpTool, RecoverableError, type ToolCall, type ToolOutput, type TreeData } from '@arbiter/tool-sdk';
import { z } from 'zod';
import { describeDocument, readExcerpt } from './document-excerpt.js';
import { passagesResult } from './passages-result.js';

/** UTF-16 code units that are read at once: some three thousand tokens. */
const DEFAULT_LENGTH = 12_000;
const MAX_LENGTH = 100_000;

const Inputs = z.strictObject({
  documentId: z.string().min(1).max(128).describe('As passages name it.'),
  start: z.int().min(0).default(0).describe('Where to begin, in characters.'),
  length: z.int().min(1).max(MAX_LENGTH).default(DEFAULT_LENGTH).describe('Characters at most.'),
});

export class FetchDocumentTool extends BaseMcpTool<typeof Inputs> {
  readonly name = 'fetch-document';
  override readonly aliases = ['fetch_document'];
  readonly description =
    'Reads a document, or a part of it. Use it when its passages are not enough, and for what stands before or after them.';
  readonly inputSchema = Inputs;
  override readonly cacheable = true;
  override readonly timeoutMs = getDocumentText.deadlineMs;

  constructor(private readonly client: OperationClient) {
    super();
  }

  async *execute(
    tree: TreeData,
    { documentId, start, length }: z.output<typeof Inputs>,
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
