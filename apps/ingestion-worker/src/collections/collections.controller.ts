import {
  ArbiterError,
  dropCollection,
  type IngestionJob,
  type OperationInput,
  reachable,
  reindexCollection,
  unknownName,
} from '@arbiter/contracts';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';
import type { ChangelogStore, CollectionCatalog, GraphCorrectionStore, IdGenerator, JobQueue } from '@arbiter/ports';
import { Controller, Inject } from '@nestjs/common';
import {
  CATALOG,
  CHANGELOG_STORE,
  CORRECTION_STORE,
  EMBEDDERS,
  ID_GENERATOR,
  JOB_QUEUE,
} from '../ingestion-worker.tokens.js';
import { tenantFor } from '../access/tenancy.js';
import { GraphBuilder } from '../graph/graph-builder.js';
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
    @Inject(GraphBuilder) private readonly graphs: Pick<GraphBuilder, 'drop'>,
    @Inject(CHANGELOG_STORE) private readonly changelogs: ChangelogStore,
    @Inject(CORRECTION_STORE) private readonly corrections: GraphCorrectionStore,
  ) {}

  @HandlesOperation(reindexCollection)
  async reindex(
    { collection, embeddingModel, tenant }: OperationInput<typeof reindexCollection>,
    { signal, principal }: OperationContext,
  ): Promise<IngestionJob> {
    await this.assertExists(collection, signal, principal);
    // Refuses an unknown model at once.
    await withEmbedder(embeddingModel, this.embedders, () => Promise.resolve());
    const reindex = { ...(embeddingModel !== undefined && { embeddingModel }) };
    return this.queue.submit(
      { id: this.ids.next('job'), collection, sources: [], reindex, tenant: tenantFor(principal, tenant) },
      signal,
    );
  }

  /** Drops the manifest last: while it is there, the drop can be repeated by name. */
  @HandlesOperation(dropCollection)
  async drop(
    { collection, keepChangelog }: OperationInput<typeof dropCollection>,
    { signal, principal }: OperationContext,
  ) {
    const manifest = await this.catalog.get(collection, signal);
    // Changes may have been recorded before anything was ingested, and corrections stay where a rebuild broke off.
    if (!manifest && (keepChangelog || !(await this.hasLogs(collection, signal))))
      throw await this.unknownCollection(collection, signal, principal);
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
    const dropped = manifest ? await this.writer.drop(collection, signal) : { documents: 0, chunks: 0 };
    await this.graphs.drop(collection, signal);
    if (!keepChangelog) {
      await this.changelogs.delete(collection, signal);
      await this.corrections.delete(collection, signal);
    }
    await this.catalog.delete(collection, signal);
    return { collection, ...dropped };
  }

  private async hasLogs(collection: string, signal: AbortSignal): Promise<boolean> {
    const logs = [this.changelogs, this.corrections];
    const lastIds = await Promise.all(logs.map((log) => log.lastId(collection, signal)));
    return lastIds.some((id) => id > 0);
  }

  private async assertExists(
    collection: string,
    signal: AbortSignal,
    principal: OperationContext['principal'],
  ): Promise<void> {
    if ((await this.catalog.get(collection, signal)) === null)
      throw await this.unknownCollection(collection, signal, principal);
  }

  private async unknownCollection(
    collection: string,
    signal: AbortSignal,
    principal: OperationContext['principal'],
  ): Promise<ArbiterError> {
    const known = reachable(
      principal,
      (await this.catalog.list(signal)).map(({ name }) => name),
    );
    return new ArbiterError('NOT_FOUND', unknownName('There is no collection', collection, known), {
      details: { collection },
    });
  }
}
