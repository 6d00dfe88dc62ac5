export * from './model/catalogue.js';
export * from './model/queries.js';
export {
  isRecord,
  LIST_NAMES,
  TEXT_KEY,
  TEXT_NAMES,
  textOf,
  listOf,
  type CatalogueRecord,
} from './model/catalogue-record.js';
export { childrenOf, readCatalogue } from './model/read-catalogue.js';
export { collectInformation, collectOwnInformation, type Collected } from './resolve/collect-information.js';
export { DataSet, type ResolvedEntry } from './resolve/data-set.js';
export { findUnits, isUnit } from './resolve/find-units.js';
export type { Referable } from './resolve/walk-catalogue.js';
export { ArmyState } from './army/army-state.js';
export { availableBelow, availableInForce, type Available } from './army/available-entries.js';
export { forcesOf, readList, sameName, type ArmyList, type ListedSelection, type ReadList } from './army/read-list.js';
export type { Force, Roster, RosterNode, Selection } from './army/roster.js';
export { validateRoster, type Verdict, type Violation } from './army/validate-roster.js';
export { closestNamed, foldName, holdsWords, otherNumber, singularForms } from './names/closest-named.js';
export { armyChoices, type ArmyChoice } from './build/army-choices.js';
export { armyUnits, isFielded, type ArmyUnit } from './build/army-units.js';
export { smallestBattleFor } from './build/battle-size.js';
export { completeList, type CompletedList } from './build/complete-list.js';
export { fillIn, sizesFor } from './build/fill-in.js';
export { unitOutput } from './build/unit-output.js';
export { averageOf, rangeOf, weaponOutput, type Range } from './build/weapon-output.js';
export { modelsIn, modelsOf } from './build/loadouts.js';
export {
  buildList,
  buildListInSteps,
  modelsOfSelection,
  type BuildRequest,
  type BuildResult,
  type BuiltChoice,
  type BuiltUnit,
} from './build/build-list.js';
