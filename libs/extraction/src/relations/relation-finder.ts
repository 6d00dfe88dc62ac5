import {
  type ExtractableDocument,
  type ExtractedEntity,
  type ExtractedRelation,
  type ExtractionSchema,
  RELATED_FACTS,
} from '../extraction.js';
import { fieldsOf, readLayout, type Unit } from '../reading/read-layout.js';
import { TypeReader } from '../reading/type-reader.js';
import { findRelations, type FoundRelations, titleOf } from './find-relations.js';
import { NameIndex } from './name-index.js';
import { hashWords, type ReachableNames } from './reachable-names.js';
import { RelationReader } from './relation-reader.js';
import { settleRelations } from './settle-relations.js';

/** Finds what documents tell of the entities that all of them together have given. */
export class RelationFinder {
  private readonly names: NameIndex;
  private readonly reader: RelationReader;
  private reachable: ReachableNames | null = null;

  constructor(
    private readonly entities: readonly ExtractedEntity[],
    schema: ExtractionSchema,
  ) {
    this.names = new NameIndex(entities);
    this.reader = new RelationReader(schema, new TypeReader(schema.entityTypes));
  }

  find(document: ExtractableDocument, units: readonly Unit[] = readLayout(document)): FoundRelations {
    return findRelations(document, units, this.names, this.reader);
  }

  /**
   * What {@link find} takes from the other documents: while it is equal, a document is read alike.
   *
   * @param words of the document, as {@link documentWords} gives them
   */
  basisOf(words: Uint32Array): string {
    this.reachable ??= this.names.reachable((entity) => RELATED_FACTS.map((fact) => entity[fact]));
    return this.reachable.of(words);
  }

  /**
   * The relations of all documents, each once: the first that tells it as a fact, else the first.
   *
   * @param found of each document, in their order
   * @param extracted relations between the entities that an extractor has read by itself; of one that the rules found as well,
   *   their evidence stays
   */
  settle(found: readonly FoundRelations[], extracted: readonly ExtractedRelation[] = []): ExtractedRelation[] {
    const told = [...found.flatMap((one) => one.told), ...extracted];
    const homes = found.flatMap((one) => one.homes);
    const relations = new Map<string, ExtractedRelation>();
    for (const relation of settleRelations(told, homes, this.entities, this.reader)) {
      const key = `${relation.from}\n${relation.type}\n${relation.to}`;
      const known = relations.get(key);
      if (!known || (known.isDoubtful && !relation.isDoubtful)) relations.set(key, relation);
    }
    return [...relations.values()];
  }
}

/** The words of all texts in which names of a document are looked for, as hashes. */
export function documentWords(document: ExtractableDocument): Uint32Array {
  // Rows and cells may be cut within a word.
  const units = readLayout(document).flatMap(({ text, cells }) => [text, ...cells.map((cell) => cell.text)]);
  const headings = document.sections.map(({ heading }) => heading);
  const fields = fieldsOf(document.metadata).map(([, value]) => value);
  return hashWords([titleOf(document), document.text, ...headings, ...fields, ...units]);
}
