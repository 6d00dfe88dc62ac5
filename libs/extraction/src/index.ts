export {
  type Definition,
  type DocumentExtractor,
  type DocumentLink,
  type Evidence,
  type ExtractableDocument,
  type ExtractedEntity,
  type ExtractedRelation,
  type Extraction,
  type ExtractionSchema,
  MIN_SALIENCE,
  type RelationType,
  RULES_VERSION,
} from './extraction.js';
export { extractCandidates, extractDocument, extractDocuments, RULES_EXTRACTOR } from './extract-document.js';
export { mergeDocuments } from './merging/merge-documents.js';
export { type UnsurePair, unsurePairs } from './merging/unsure-pairs.js';
export {
  isProvenType,
  JUDGED_RULES_VERSION,
  type JudgedType,
  LEAST_JUDGED,
  RELATION_PRECISION,
} from './relations/relation-precision.js';
export type { FoundRelations } from './relations/find-relations.js';
export { documentWords, RelationFinder } from './relations/relation-finder.js';
export type { ReachableNames } from './relations/reachable-names.js';
export { NameIndex, type NamedThing } from './relations/name-index.js';
export { TypeReader } from './reading/type-reader.js';
export { broaderConcepts, conceptsOf, isPersonNoun, singularOf } from './reading/concepts.js';
export { readLayout, type Unit } from './reading/read-layout.js';
export { cutWindows, type Window } from './model/cut-windows.js';
export { joinExtractions } from './model/join-extractions.js';
export { answerSchema } from './model/model-answer.js';
export { type DropReason, type Drops, ModelReading } from './model/model-reading.js';
export { type Vocabulary, vocabularyOf } from './model/vocabulary.js';
