import { estimateIngestion, type IngestionEstimate, type OperationInput } from '@arbiter/contracts';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';
import type { CollectionCatalog, Embedder } from '@arbiter/ports';
import { Controller, Inject } from '@nestjs/common';
import { assertMayName } from '../access/tenancy.js';
import { CATALOG, EMBEDDER } from '../ingestion-worker.tokens.js';
import { assertEmbedding, assertLanguage } from '../library/open-collection.js';
import { Uploads } from '../uploads/uploads.js';
import { IngestionEstimator } from './ingestion-estimator.js';

@Controller()
export class EstimateController {
  constructor(
    @Inject(CATALOG) private readonly catalog: CollectionCatalog,
    @Inject(IngestionEstimator) private readonly estimator: IngestionEstimator,
    @Inject(EMBEDDER) private readonly embedder: Pick<Embedder, 'model' | 'dimensions'>,
    @Inject(Uploads) private readonly uploads: Pick<Uploads, 'assertOwned'>,
  ) {}

  /** Refuses the same requests as the submission of a job. */
  @HandlesOperation(estimateIngestion)
  async estimate(
    { collection, sources, language, embedding }: OperationInput<typeof estimateIngestion>,
    { signal, principal }: OperationContext,
  ): Promise<IngestionEstimate> {
    assertMayName(sources, principal);
    await this.uploads.assertOwned(sources, principal, signal);
    assertEmbedding(this.embedder, embedding);
    const manifest = await this.catalog.get(collection, signal);
    if (manifest) assertLanguage(manifest, language);
    return this.estimator.estimate({ collection, sources }, signal);
  }
}
