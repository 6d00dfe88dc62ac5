import type { BaseMcpTool } from '@arbiter/tool-sdk';
import { ArmyBooks, type OperationCaller } from './army-books.js';
import { FactionValidationTool } from './faction-validation.tool.js';
import { ListBuilderTool } from './list-builder.tool.js';
import { PointsCalculatorTool } from './points-calculator.tool.js';
import { PointsLookupTool } from './points-lookup.tool.js';
import { ProfileLookupTool } from './profile-lookup.tool.js';

/** The tools by the names under which packs ask for them (`tools.custom` in `config.json`): those of their classes. */
export const ROSTER_TOOLS: Readonly<Record<string, (operations: OperationCaller) => BaseMcpTool>> = {
  PointsLookupTool: (operations) => new PointsLookupTool(new ArmyBooks(operations)),
  PointsCalculatorTool: (operations) => new PointsCalculatorTool(new ArmyBooks(operations), operations),
  FactionValidationTool: (operations) => new FactionValidationTool(new ArmyBooks(operations), operations),
  ListBuilderTool: (operations) => new ListBuilderTool(new ArmyBooks(operations), operations),
  ProfileLookupTool: (operations) => new ProfileLookupTool(new ArmyBooks(operations), operations),
};
