import { Controller, Inject } from '@nestjs/common';
import { ArbiterError, dropCollection, type OperationInput, type OperationOutput } from '@arbiter/contracts';
import { HandlesOperation, OperationCtx, OperationPayload, type OperationContext } from '@arbiter/messaging';
import type { CollectionCatalog, JobQueue } from '@arbiter/ports';
import { CATALOG, JOB_QUEUE } from '../ingestion-worker.tokens.js';
import { DocumentWriter } from '../pipeline/document-writer.js';

@Controller()
export class CollectionsController {
  constructor(
    @Inject(CATALOG) private readonly catalog: CollectionCatalog,
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    @Inject(DocumentWriter) private readonly writer: DocumentWriter,
  ) {}

  /** The manifest goes last: as long as it is there, the collection can be named and dropped again. */
  @HandlesOperation(dropCollection)
  async drop(
    @OperationPayload() { collection }: OperationInput<typeof dropCollection>,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<OperationOutput<typeof dropCollection>> {
    if ((await this.catalog.get(collection, signal)) === null) {
      throw new ArbiterError('NOT_FOUND', `There is no collection "${collection}".`, { details: { collection } });
    }
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
}
