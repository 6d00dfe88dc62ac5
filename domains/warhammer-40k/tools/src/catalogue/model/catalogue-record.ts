/**
 * A node of a catalogue as its JSON form has it: attributes and texts by their names, lists of nodes under their plural
 * (`selectionEntries`). The XML form says the same with an element for every list.
 */
export type CatalogueRecord = Readonly<Record<string, unknown>>;

/** The lists of the schema: in XML an element around elements, in JSON an array. */
export const LIST_NAMES: ReadonlySet<string> = new Set([
  'catalogueLinks',
  'categoryEntries',
  'categoryLinks',
  'characteristicTypes',
  'characteristics',
  'conditionGroups',
  'conditions',
  'constraints',
  'costTypes',
  'costs',
  'entryLinks',
  'forceEntries',
  'infoGroups',
  'infoLinks',
  'localConditionGroups',
  'modifierGroups',
  'modifiers',
  'profileTypes',
  'profiles',
  'publications',
  'repeats',
  'rules',
  'selectionEntries',
  'selectionEntryGroups',
  'sharedInfoGroups',
  'sharedProfiles',
  'sharedRules',
  'sharedSelectionEntries',
  'sharedSelectionEntryGroups',
]);

/** Elements of the schema that hold a text and nothing else. */
export const TEXT_NAMES: ReadonlySet<string> = new Set(['alias', 'comment', 'description', 'readme']);

/** The key of a node's own text, as in `<characteristic name="M">5"</characteristic>`. */
export const TEXT_KEY = '$text';

export function textOf(record: CatalogueRecord, name: string): string {
  const value = record[name];
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** @returns the fallback for what is no number, too */
export function numberOf(record: CatalogueRecord, name: string, fallback: number): number {
  const value = record[name];
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : fallback;
}

export function flagOf(record: CatalogueRecord, name: string, fallback = false): boolean {
  const value = record[name];
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : fallback;
}

/** The nodes of a list; empty where it is missing or no list. */
export function listOf(record: CatalogueRecord, name: string): readonly CatalogueRecord[] {
  const value = record[name];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Most lists of most nodes are missing: they share one. */
const NONE: readonly never[] = Object.freeze([]);

/** The nodes of a list, read one by one. */
export function mapList<T>(record: CatalogueRecord, name: string, read: (record: CatalogueRecord) => T): readonly T[] {
  const value = record[name];
  return Array.isArray(value) && value.length > 0 ? listOf(record, name).map((one) => read(one)) : NONE;
}

export function isRecord(value: unknown): value is CatalogueRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
