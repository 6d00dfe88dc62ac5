export { ArmyBooks, type OpenedBook, type OperationCaller } from './army-books.js';
export { FactionValidationTool } from './faction-validation.tool.js';
export { buildInSteps, type BuildResult, type BuildTask, type ListBuilding } from './list-building.js';
export { ListBuilderTool } from './list-builder.tool.js';
export { PointsCalculatorTool } from './points-calculator.tool.js';
export { ProfileLookupTool } from './profile-lookup.tool.js';
export { PointsLookupTool } from './points-lookup.tool.js';
export { ROSTER_TOOLS, type RosterPorts } from './roster-tools.js';
