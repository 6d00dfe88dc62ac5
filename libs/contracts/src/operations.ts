import { HEALTH_OPERATIONS } from './health.operations.js';
import { buildGraph } from './ingestion/graph.operations.js';
import { correctGraph, listGraphCorrections, undoGraphCorrection } from './ingestion/graph-corrections.operations.js';
import { addChanges, listChanges, revertChange } from './ingestion/changelog.operations.js';
import {
  deleteDocument,
  dropCollection,
  getDocument,
  getDocumentOriginal,
  getDocumentText,
  getPagePicture,
  getPageRegions,
  listDeletions,
  listDocumentChunks,
  listDocuments,
  locateSpan,
} from './ingestion/documents.operations.js';
import { findEntities, getEntity, getEntityData, listEntityNames } from './ingestion/entities.operations.js';
import { estimateIngestion } from './ingestion/estimate.operation.js';
import { decideChanges } from './ingestion/decide-changes.operation.js';
import { extractChanges } from './ingestion/extract-changes.operation.js';
import { cancelJob, getJob, listJobs, retryJob, watchJob } from './ingestion/jobs.operations.js';
import { reindexCollection, submitJob } from './ingestion/submit-job.operations.js';
import { listSchedules, removeSchedule, scheduleIngestion } from './ingestion/schedules.operations.js';
import { upload } from './ingestion/uploads.operation.js';
import type { AnyOperation, Arm } from './operation/define-operation.js';
import { agenticSearch } from './orchestrator/agentic-search.operation.js';
import { getAnswer, listAnswers, replayAnswer } from './orchestrator/answers.operations.js';
import { costs } from './orchestrator/costs.operation.js';
import { doctor } from './orchestrator/doctor.operation.js';
import { estimateDomain, ingestDomain, listDomains, listPrompts } from './orchestrator/domains.operation.js';
import { rateAnswer, reportExperiment } from './orchestrator/experiment.operations.js';
import { listFeedback, submitFeedback } from './orchestrator/feedback.operations.js';
import { createKey, listKeys, revokeKey } from './orchestrator/keys.operations.js';
import { listTools, runPlan } from './orchestrator/plans.operations.js';
import { calibrationCurve, getReport, listReports } from './orchestrator/quality.operations.js';
import { query } from './orchestrator/query.operation.js';
import { deleteSession, exportSession, getSession, listSessions } from './orchestrator/sessions.operation.js';
import { classify } from './planner/classify.operation.js';
import { decide } from './planner/decide.operation.js';
import { decompose } from './planner/decompose.operation.js';
import { hypothesise } from './planner/hypothesise.operation.js';
import { planTools } from './planner/plan-tools.operation.js';
import { stepBack } from './planner/step-back.operation.js';
import { listCollections } from './retriever/collections.operation.js';
import { interpretPage, searchPages } from './retriever/pages.operations.js';
import { search } from './retriever/search.operation.js';
import { getSubgraph } from './retriever/subgraph.operation.js';
import { synthesize } from './retriever/synthesize.operation.js';
import { calibrate } from './validator/calibrate.operation.js';
import { detect } from './validator/detect.operation.js';
import { extractClaims } from './validator/extract-claims.operation.js';
import { validate } from './validator/validate.operation.js';
import { describeContext, expand } from './retriever/expand.operations.js';
import {
  findPath,
  getGraph,
  listCommunities,
  listGraphEntities,
  listGraphRelations,
  previews,
} from './retriever/world.operations.js';
import { tellOverview, tellSelection, tellState } from './retriever/overview.operations.js';

/** Operations of other arms that the orchestrator forwards over HTTP, so that clients need one address. */
export const GATEWAY_OPERATIONS: readonly AnyOperation[] = [
  search,
  listCollections,
  upload,
  submitJob,
  estimateIngestion,
  getJob,
  listJobs,
  cancelJob,
  retryJob,
  reindexCollection,
  watchJob,
  scheduleIngestion,
  listSchedules,
  removeSchedule,
  addChanges,
  listChanges,
  revertChange,
  extractChanges,
  decideChanges,
  listDocuments,
  getDocument,
  getDocumentText,
  locateSpan,
  getDocumentOriginal,
  getPagePicture,
  getPageRegions,
  searchPages,
  listDocumentChunks,
  deleteDocument,
  findEntities,
  listEntityNames,
  getEntity,
  getEntityData,
  dropCollection,
  buildGraph,
  correctGraph,
  listGraphCorrections,
  undoGraphCorrection,
  previews,
  expand,
  getGraph,
  listGraphEntities,
  listGraphRelations,
  listCommunities,
  findPath,
  getSubgraph,
  validate,
  detect,
  extractClaims,
  calibrate,
];

/** All operations. An operation outside this list has no subject, route or fixture. */
export const OPERATIONS: readonly AnyOperation[] = [
  query,
  agenticSearch,
  listTools,
  runPlan,
  listDomains,
  ingestDomain,
  estimateDomain,
  listPrompts,
  listSessions,
  getSession,
  exportSession,
  deleteSession,
  getAnswer,
  listAnswers,
  replayAnswer,
  costs,
  rateAnswer,
  reportExperiment,
  submitFeedback,
  listFeedback,
  listReports,
  getReport,
  calibrationCurve,
  doctor,
  listKeys,
  createKey,
  revokeKey,
  classify,
  decompose,
  planTools,
  decide,
  hypothesise,
  stepBack,
  ...GATEWAY_OPERATIONS,
  synthesize,
  interpretPage,
  listDeletions,
  describeContext,
  tellState,
  tellOverview,
  tellSelection,
  ...Object.values(HEALTH_OPERATIONS),
];

/** The operations that one arm serves. */
export function operationsOf(arm: Arm): readonly AnyOperation[] {
  return OPERATIONS.filter((operation) => operation.arm === arm);
}
