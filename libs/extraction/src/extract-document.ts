import {
  type DocumentExtractor,
  type ExtractableDocument,
  type Extraction,
  type ExtractionSchema,
  RULES_VERSION,
} from './extraction.js';
import { mergeDocuments } from './merging/merge-documents.js';
import { findEntities } from './names/find-entities.js';
import { readLayout } from './reading/read-layout.js';
import { TypeReader } from './reading/type-reader.js';
import { RelationFinder } from './relations/relation-finder.js';

/**
 * Extracts entities and relations from one document by rules.
 *
 * @returns candidates of any salience, so that other documents can confirm them; relations between them
 */
export function extractDocument(document: ExtractableDocument, schema: ExtractionSchema): Extraction {
  const { entities } = extractCandidates(document, schema);
  const finder = new RelationFinder(entities, schema);
  return { entities, relations: finder.settle([finder.find(document)]) };
}

/** The entities of {@link extractDocument}. Relations are found once other documents have named theirs: by `RelationFinder`. */
export function extractCandidates(document: ExtractableDocument, { entityTypes }: ExtractionSchema): Extraction {
  return { entities: findEntities(document, readLayout(document), new TypeReader(entityTypes)), relations: [] };
}

/** {@link extractCandidates}: the extractor that needs no model. */
export const RULES_EXTRACTOR: DocumentExtractor = {
  name: `rules-${RULES_VERSION}`,
  isCostly: false,
  extract: (document, schema) => Promise.resolve(extractCandidates(document, schema)),
};

/**
 * Extracts several documents together. Entities are merged first, so that relations between things that other documents
 * introduce are found too.
 *
 * @param extractions what an extractor has read in each document by itself
 */
export function extractDocuments(
  documents: readonly ExtractableDocument[],
  schema: ExtractionSchema,
  extractions: readonly Extraction[] = documents.map((document) => extractCandidates(document, schema)),
): Extraction {
  const { entities, relations } = mergeDocuments(extractions);
  const finder = new RelationFinder(entities, schema);
  return {
    entities,
    relations: finder.settle(
      documents.map((document) => finder.find(document)),
      relations,
    ),
  };
}
