export { ArmyState } from './army/army-state.js';
export { forcesOf, readList, sameName, type ArmyList, type ReadList } from './army/read-list.js';
export type { Force, Roster, RosterNode, Selection } from './army/roster.js';
export { validateRoster, type Verdict, type Violation } from './army/validate-roster.js';
export { armyChoices, type ArmyChoice } from './build/army-options.js';
export { armyUnits, isFielded, type ArmyUnit } from './build/army-options.js';
export { completeList, type CompletedList } from './build/complete-list.js';
export { fillIn, sizesFor } from './build/complete-list.js';
export {
  buildList,
  buildListInSteps,
  modelsOfSelection,
  type BuildRequest,
  type BuildResult,
  type BuiltChoice,
  type BuiltUnit,
} from './build/build-list.js';
