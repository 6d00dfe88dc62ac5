export { BaseMcpTool, type AutomaticRun, type Availability, type ToolCall } from './base-mcp-tool.js';
export * from './documents/index.js';
export { Environment } from './environment.js';
export { EnvironmentResult, EnvironmentSnapshot } from './environment-snapshot.js';
export { fillPlaceholders } from './tool-output.js';
export type { ParameterIssue } from './tool-parameters.js';
export { resolveReferences } from './tool-parameters.js';
export { estimateDuration, planBatches, type PlannedStep, type PlanOrder } from './plan-batches.js';
export {
  RecoverableError,
  Result,
  StatusUpdate,
  TokenUpdate,
  type RecoverableErrorFields,
  type ResultFields,
  type Statement,
  type ToolOutput,
} from './tool-output.js';
export { askLibrary, type ToolLibrary } from './tool-library.js';
export { ToolRegistry, type ToolAvailability, type TriggeredTool, type UnavailableTool } from './tool-registry.js';
export { newTreeData, type ConversationTurn, type TreeData } from './tree-data.js';
export { validateToolPlan, type PlanIssue, type ToolFinder } from './validate-tool-plan.js';
