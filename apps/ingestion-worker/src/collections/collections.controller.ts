import {
  ArbiterError,
  dropCollection,
  type IngestionJob,
  type OperationInput,
  type OperationOutput,
  reindexCollection,
} from '@arbiter/contracts';
import { HandlesOperation, type OperationContext, OperationCtx, OperationPayload } from '@arbiter/messaging';
import type { CollectionCatalog, IdGenerator, JobQueue } from '@arbiter/ports';
import { Controller, Inject } from '@nestjs/common';
import { CATALOG, EMBEDDERS, ID_GENERATOR, JOB_QUEUE } from '../ingestion-worker.tokens.js';
import { DocumentWriter } from '../pipeline/document-writer.js';
import { type Embedders, withEmbedder } from '../reindex/reindex-run.js';

@Controller()
export class CollectionsController {
  constructor(
    @Inject(CATALOG) private readonly catalog: CollectionCatalog,
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    @Inject(DocumentWriter) private readonly writer: DocumentWriter,
    @Inject(ID_GENERATOR) private readonly ids: IdGenerator,
    @Inject(EMBEDDERS) private readonly embedders: Embedders,
  ) {}

  @HandlesOperation(reindexCollection)
  async reindex(
    @OperationPayload() { collection, embeddingModel, tenant }: OperationInput<typeof reindexCollection>,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<IngestionJob> {
    await this.assertExists(collection, signal);
    // Refuses an unknown model at once.
    await withEmbedder(embeddingModel, this.embedders, () => Promise.resolve());
    const reindex = { ...(embeddingModel !== undefined && { embeddingModel }) };
    return this.queue.submit({ id: this.ids.next('job'), collection, sources: [], reindex, tenant }, signal);
  }

  /** Drops the manifest last: while it is there, the drop can be repeated by name. */
  @HandlesOperation(dropCollection)
  async drop(
    @OperationPayload() { collection }: OperationInput<typeof dropCollection>,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<OperationOutput<typeof dropCollection>> {
    await this.assertExists(collection, signal);
    const [running] = await this.queue.list({ collection, state: 'running', limit: 1 });
    if (running) {
      throw new ArbiterError(
        'CONFLICT',
        `Job ${running.id} is writing to "${collection}": wait for it, or cancel it first.`,
        {
          details: { collection, jobId: running.id },
        },
      );
    }
    const dropped = await this.writer.drop(collection, signal);
    await this.catalog.delete(collection, signal);
    return { collection, ...dropped };
  }

  private async assertExists(collection: string, signal: AbortSignal): Promise<void> {
    if ((await this.catalog.get(collection, signal)) !== null) return;
    throw new ArbiterError('NOT_FOUND', `There is no collection "${collection}".`, { details: { collection } });
  }
}
