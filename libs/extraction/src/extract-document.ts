import {
  type DocumentExtractor,
  type ExtractableDocument,
  type ExtractedEntity,
  type ExtractedRelation,
  type Extraction,
  type ExtractionSchema,
  RULES_VERSION,
} from './extraction.js';
import { mergeDocuments } from './merging/merge-documents.js';
import { findEntities } from './names/find-entities.js';
import { readLayout, type Unit } from './reading/read-layout.js';
import { TypeReader } from './reading/type-reader.js';
import { findRelations } from './relations/find-relations.js';
import { NameIndex } from './relations/name-index.js';
import { settleRelations } from './relations/settle-relations.js';
import { RelationReader } from './relations/relation-reader.js';

/**
 * Extracts entities and relations from one document by rules.
 *
 * @returns candidates of any salience, so that other documents can confirm them; relations between them
 */
export function extractDocument(document: ExtractableDocument, schema: ExtractionSchema): Extraction {
  const types = new TypeReader(schema.entityTypes);
  const units = readLayout(document);
  const entities = findEntities(document, units, types);
  return { entities, relations: relate([{ document, units }], entities, schema, types) };
}

/** The entities of {@link extractDocument}. Relations are found once other documents have named theirs. */
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
 * @param extractions what an extractor has read in each document, by itself; rules read the relations between all of them, and
 *   of a relation that an extraction has as well, the evidence of the rules stays
 */
export function extractDocuments(
  documents: readonly ExtractableDocument[],
  schema: ExtractionSchema,
  extractions: readonly Extraction[] = documents.map((document) => extractCandidates(document, schema)),
): Extraction {
  const merged = mergeDocuments(extractions);
  const { entities } = merged;
  const types = new TypeReader(schema.entityTypes);
  const read = documents.map((document) => ({ document, units: readLayout(document) }));
  return { entities, relations: distinct([...relate(read, entities, schema, types), ...merged.relations]) };
}

function relate(
  read: readonly { readonly document: ExtractableDocument; readonly units: readonly Unit[] }[],
  entities: readonly ExtractedEntity[],
  schema: ExtractionSchema,
  types: TypeReader,
): Extraction['relations'] {
  const index = new NameIndex(entities);
  const reader = new RelationReader(schema, types);
  const found = read.map(({ document, units }) => findRelations(document, units, index, reader));
  const told = found.flatMap((one) => one.told);
  const homes = found.flatMap((one) => one.homes);
  return distinct(settleRelations(told, homes, entities, reader));
}

/** Of each relation the first that tells it as a fact, else the first. */
function distinct(told: readonly ExtractedRelation[]): ExtractedRelation[] {
  const relations = new Map<string, ExtractedRelation>();
  for (const relation of told) {
    const key = `${relation.from}\n${relation.type}\n${relation.to}`;
    const known = relations.get(key);
    if (!known || (known.isDoubtful && !relation.isDoubtful)) relations.set(key, relation);
  }
  return [...relations.values()];
}
