import type { ExtractionSchema, RelationType } from '../extraction.js';
import { PLAIN_ENTITY_TYPES } from '../reading/type-reader.js';

/** The types that a language model may use. Neither list is empty. */
export type Vocabulary = ExtractionSchema;

/**
 * Relations of plain English, each told from the dependent thing. An end is named only where no domain could have another
 * kind of thing there.
 */
const PLAIN_RELATION_TYPES: readonly RelationType[] = [
  { type: 'located_in' },
  { type: 'part_of' },
  { type: 'member_of' },
  { type: 'led_by', to: 'person' },
  { type: 'ruled_by' },
  { type: 'kept_by' },
  { type: 'owned_by' },
  { type: 'maintained_by' },
  { type: 'operated_by' },
  { type: 'supplied_by' },
  { type: 'created_by' },
  { type: 'founded_by' },
  { type: 'issued_by' },
  { type: 'replaced_by' },
  { type: 'killed_by' },
  { type: 'depends_on' },
  { type: 'connects' },
  { type: 'used_by' },
  { type: 'applies_to' },
  { type: 'reports_to', from: 'person', to: 'person' },
  { type: 'deputy_of', from: 'person' },
  { type: 'allied_with' },
  { type: 'hostile_to' },
  { type: 'sacred_to' },
  { type: 'married_to', from: 'person', to: 'person' },
  { type: 'child_of', from: 'person', to: 'person' },
  { type: 'sibling_of', from: 'person', to: 'person' },
];

/** The types of a schema; plain English in place of a list that is empty. */
export function vocabularyOf({ entityTypes, relationTypes }: ExtractionSchema): Vocabulary {
  return {
    entityTypes: entityTypes.length > 0 ? entityTypes : PLAIN_ENTITY_TYPES,
    relationTypes: relationTypes.length > 0 ? relationTypes : PLAIN_RELATION_TYPES,
  };
}

/** The type of a list that a model means by a word: case, blanks and hyphens do not count. */
export function typeNamed<T extends string>(word: string, types: readonly T[]): T | undefined {
  const folded = foldType(word);
  return types.find((type) => foldType(type) === folded);
}

function foldType(type: string): string {
  return type
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .join('_');
}
