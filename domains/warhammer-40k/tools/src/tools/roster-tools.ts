import type { BaseMcpTool } from '@arbiter/tool-sdk';
import { ArmyBooks, type OperationCaller } from './army-books.js';
import { ArmyRulesTool } from './army-rules.tool.js';
import { DetachmentLookupTool } from './detachment-lookup.tool.js';
import { FactionValidationTool } from './faction-validation.tool.js';
import type { ListBuilding } from './list-building.js';
import { ListBuilderTool } from './list-builder.tool.js';
import { PointsCalculatorTool } from './points-calculator.tool.js';
import { PointsLookupTool } from './points-lookup.tool.js';
import { ProfileLookupTool } from './profile-lookup.tool.js';
import { RuleLookupTool } from './rule-lookup.tool.js';
import { UnitComparisonTool } from './unit-comparison.tool.js';
import { UnitRankingTool } from './unit-ranking.tool.js';
import { UnitRulesTool } from './unit-rules.tool.js';
import { UnitWeaponsTool } from './unit-weapons.tool.js';

/** What the tools need of what runs them. */
export interface RosterPorts {
  readonly operations: OperationCaller;
  readonly lists: ListBuilding;
}

/** The tools by the names under which packs ask for them (`tools.custom` in `config.json`): those of their classes. */
export const ROSTER_TOOLS: Readonly<Record<string, (ports: RosterPorts) => BaseMcpTool>> = {
  PointsLookupTool: ({ operations }) => new PointsLookupTool(booksOf(operations)),
  PointsCalculatorTool: ({ operations }) => new PointsCalculatorTool(booksOf(operations), operations),
  FactionValidationTool: ({ operations }) => new FactionValidationTool(booksOf(operations), operations),
  ListBuilderTool: ({ operations, lists }) => new ListBuilderTool(booksOf(operations), operations, lists),
  UnitWeaponsTool: ({ operations }) => new UnitWeaponsTool(booksOf(operations), operations),
  UnitComparisonTool: ({ operations }) => new UnitComparisonTool(booksOf(operations), operations),
  DetachmentLookupTool: ({ operations }) => new DetachmentLookupTool(booksOf(operations), operations),
  ArmyRulesTool: ({ operations }) => new ArmyRulesTool(booksOf(operations), operations),
  UnitRankingTool: ({ operations }) => new UnitRankingTool(booksOf(operations), operations),
  UnitRulesTool: ({ operations }) => new UnitRulesTool(booksOf(operations), operations),
  RuleLookupTool: ({ operations }) => new RuleLookupTool(booksOf(operations), operations),
  ProfileLookupTool: ({ operations }) => new ProfileLookupTool(booksOf(operations), operations),
};

/** The tools of one run read its catalogues once: a run has a client of its own. */
const BOOKS = new WeakMap<OperationCaller, ArmyBooks>();

function booksOf(operations: OperationCaller): ArmyBooks {
  const books = BOOKS.get(operations) ?? new ArmyBooks(operations);
  BOOKS.set(operations, books);
  return books;
}
