import { Controller, Inject } from '@nestjs/common';
import {
  compareCodeUnits,
  listCollections,
  listGenerations,
  type CollectionSummary,
  type OperationInput,
  type OperationOutput,
} from '@arbiter/contracts';
import { HandlesOperation, OperationCtx, OperationPayload, type OperationContext } from '@arbiter/messaging';
import { mapConcurrently } from '@arbiter/adapter-kit/resilience';
import { indexNameOf, type CollectionCatalog, type KeywordIndex } from '@arbiter/ports';
import { CATALOG, KEYWORD_INDEX } from '../retriever-arm.tokens.js';
import { noneYet } from '../search/none-yet.js';

/** Small files that are read at once. */
const GENERATIONS_AT_ONCE = 16;

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
            this.keywordIndex.count(indexNameOf(manifest), signal).catch(noneYet(0)),
            this.keywordIndex.documentIds(indexNameOf(manifest), signal).catch(noneYet<readonly string[]>([])),
          ]);
          return { manifest, chunks, documents: documents.length };
        }),
      ),
    };
  }

  @HandlesOperation(listGenerations)
  async generations(
    @OperationPayload() { collections }: OperationInput<typeof listGenerations>,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<OperationOutput<typeof listGenerations>> {
    const names = collections ?? (await this.catalog.list(signal)).map(({ name }) => name);
    const generations = await mapConcurrently(new Set(names), GENERATIONS_AT_ONCE, async (collection) => {
      const generation = await this.catalog.generation(collection, signal);
      return generation === null ? [] : [{ collection, generation }];
    });
    return { generations: generations.flat().sort((a, b) => compareCodeUnits(a.collection, b.collection)) };
  }
}
