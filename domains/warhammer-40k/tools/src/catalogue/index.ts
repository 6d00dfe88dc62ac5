export { BattleScribeParser } from './battlescribe.parser.js';
export * from './model/catalogue.js';
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
export { availableBelow, availableInForce, type Available, type AvailableBelow } from './resolve/available-entries.js';
export { collectInformation, type Collected } from './resolve/collect-information.js';
export { DataSet, findUnits, isUnit, type ResolvedEntry } from './resolve/data-set.js';
export { walkCatalogue, type Referable } from './resolve/walk-catalogue.js';
export { changeableRules, constraintsWithin, leastCost, type ChangeableRules } from './units/changeable-rules.js';
export { closestNamed, foldName, holdsWords, otherNumber, singularForms } from './units/closest-named.js';
export {
  hasToBeMade,
  isChoice,
  loadoutsOf,
  modelsIn,
  modelsOf,
  pointsSaidBy,
  sizedLoadout,
  smallestBattleFor,
  type ListedSelection,
  type Loadout,
  type LoadoutTask,
} from './units/loadouts.js';
export { averageOf, rangeOf, unitOutput, weaponOutput, type Range } from './units/weapon-output.js';
