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
