import { Controller, Inject } from '@nestjs/common';
import { listCollections, type CollectionSummary } from '@arbiter/contracts';
import { HandlesOperation, OperationCtx, OperationPayload, type OperationContext } from '@arbiter/messaging';
import type { CollectionCatalog, KeywordIndex } from '@arbiter/ports';
import { CATALOG, KEYWORD_INDEX } from '../retriever-arm.tokens.js';
import { noneYet } from '../search/none-yet.js';

@Controller()
export class CollectionsController {
  constructor(
    @Inject(CATALOG) private readonly catalog: CollectionCatalog,
    @Inject(KEYWORD_INDEX) private readonly keywordIndex: KeywordIndex,
  ) {}

  @HandlesOperation(listCollections)
  async list(
    @OperationPayload() _input: unknown,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<{ collections: CollectionSummary[] }> {
    const manifests = await this.catalog.list(signal);
    return {
      collections: await Promise.all(
        manifests.map(async (manifest) => {
          const [chunks, documents] = await Promise.all([
            this.keywordIndex.count(manifest.name, signal).catch(noneYet(0)),
            this.keywordIndex.documentIds(manifest.name, signal).catch(noneYet<readonly string[]>([])),
          ]);
          return { manifest, chunks, documents: documents.length };
        }),
      ),
    };
  }
}
