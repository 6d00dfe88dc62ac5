import { Controller, Inject } from '@nestjs/common';
import { listDeletions, type OperationInput, type OperationOutput } from '@arbiter/contracts';
import { HandlesOperation, OperationCtx, OperationPayload, type OperationContext } from '@arbiter/messaging';
import type { DeletionLog, DocumentStore } from '@arbiter/ports';
import { DELETION_LOG, DOCUMENT_STORE } from '../ingestion-worker.tokens.js';

@Controller()
export class DeletionsController {
  constructor(
    @Inject(DELETION_LOG) private readonly deletions: DeletionLog,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
  ) {}

  @HandlesOperation(listDeletions)
  async list(
    @OperationPayload() { after, limit }: OperationInput<typeof listDeletions>,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<OperationOutput<typeof listDeletions>> {
    const deletions: OperationOutput<typeof listDeletions>['deletions'] = [];
    for (const deletion of await this.deletions.after(after ?? null, limit, signal)) {
      // A deletion that broke off, and a document that came back to its place, have deleted nothing.
      const gone: string[] = [];
      for (const id of deletion.documents) if ((await this.documents.get(id, signal)) === null) gone.push(id);
      deletions.push({ ...deletion, documents: gone });
    }
    return { deletions };
  }
}
