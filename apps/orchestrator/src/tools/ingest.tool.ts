import { CollectionName, LanguageTag, Metadata, submitJob, watchJob } from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import {
  BaseMcpTool,
  RecoverableError,
  Result,
  StatusUpdate,
  type Availability,
  type ToolCall,
  type ToolOutput,
  type TreeData,
} from '@arbiter/tool-sdk';
import { z } from 'zod';
import { collectionsFor } from './gathered.js';

const Inputs = z.strictObject({
  collection: CollectionName.describe('Where to put it.'),
  name: z.string().min(1).max(1_024).describe('File name; its ending says the format, such as notes.md.'),
  content: z.string().min(1).max(1_000_000).describe('The text of the document.'),
  title: z.string().trim().max(1_024).optional(),
  metadata: Metadata.optional(),
  language: LanguageTag.optional().describe('Of a new collection; en where it is not given.'),
});

const OFF = 'Tools may not change the library (TOOLS_MAY_INGEST).';

/** Puts a document into the library. Off by default: what a model reads could talk it into poisoning what it reads next. */
export class IngestTool extends BaseMcpTool<typeof Inputs> {
  readonly name = 'ingest';
  readonly description = 'Adds a document to a collection and waits until it can be found.';
  readonly inputSchema = Inputs;
  override readonly spokenInputs = { content: 'text', name: 'words', collection: 'words' } as const;
  override readonly timeoutMs = 120_000;

  constructor(
    private readonly client: OperationClient,
    private readonly isAllowed: boolean,
  ) {
    super();
  }

  override isToolAvailable(): Promise<Availability> {
    return Promise.resolve(this.isAllowed ? { available: true } : { available: false, reason: OFF });
  }

  async *execute(
    tree: TreeData,
    { collection, name, content, title, metadata, language }: z.output<typeof Inputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    if (!this.isAllowed) {
      yield new RecoverableError({ message: OFF });
      return;
    }
    collectionsFor(tree, collection);
    const source = { kind: 'inline' as const, name, content, ...(title !== undefined && { title }), metadata };
    const { id } = await this.client.request(
      submitJob,
      { collection, sources: [source], ...(language !== undefined && { language }) },
      { parent: call },
    );
    yield new StatusUpdate(`Ingesting ${name}.`);
    const job = await this.client.request(watchJob, { jobId: id }, { parent: call });
    const [failure] = job.failures;
    if (job.state !== 'succeeded' || failure) {
      const message = failure?.reason ?? job.error ?? `The job ended as ${job.state}.`;
      yield new RecoverableError({ message });
      return;
    }
    yield new Result({
      objects: [{ jobId: id, collection, name, ...job.counts }],
      name: 'ingested',
      metadata: { document: name, collection, chunks: job.counts.chunks },
      llmMessage: '"{document}" is in {collection} ({chunks} passages written).',
    });
  }
}
