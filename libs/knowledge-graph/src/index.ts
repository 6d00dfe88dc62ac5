export * from './ranking/state-statement.js';
export * from './ranking/currency.js';
export * from './ranking/question-target.js';
export * from './ranking/rank-entities.js';
export {
  type AppliedCorrections,
  applyCorrection,
  applyCorrections,
  type CorrectionOutcome,
} from './corrections/apply-corrections.js';
export { mergeEntities } from './corrections/correct-entities.js';
export type { CorrectableDocument, CorrectableGraph } from './corrections/correctable-graph.js';
export { resolveCorrection } from './corrections/resolve-correction.js';
export * from './corrections/correction-log.js';
export { buildSnapshot, type BuildOptions, extractGraph, snapshotOf, versionOf } from './snapshot/build-snapshot.js';
export { DocumentReading, type GraphDocument, type ListedDocument, workReading } from './snapshot/document-reading.js';
export { decodeReadings, encodeReadings, readingKey } from './snapshot/encode-readings.js';
export { type ExtractedGraph, readGraph, withPaths } from './snapshot/read-graph.js';
export { decodeSnapshot, encodeSnapshot } from './snapshot/encode-snapshot.js';
export * from './snapshot/graph-snapshot.js';
export * from './views/preview.js';
export * from './world/knowledge-graph.js';
export * from './world/world.js';
export * from './views/communities.js';
export * from './views/expansion.js';
export * from './views/subgraph.js';
export * from './views/wording.js';
export * from './world/impact-since.js';
export * from './global/global-scope.js';
export * from './global/rate-sentence.js';
export * from './global/told-changes.js';
export { isAboutWhole } from './global/whole.js';
export * from './selection/select-entities.js';
export { kindMembers, type KindMembers } from './selection/kind-members.js';
export * from './views/card.js';
