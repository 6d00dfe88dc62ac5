import type { CatalogueRecord } from '@arbiter/roster';

/** What is told of entries and decides nothing. */
const TOLD_ONLY: ReadonlySet<string> = new Set([
  'comment',
  'description',
  'infoGroups',
  'infoLinks',
  'page',
  'profileTypes',
  'profiles',
  'publicationId',
  'publications',
  'readme',
  'rules',
  'sharedInfoGroups',
  'sharedProfiles',
  'sharedRules',
  'typeName',
  'sortIndex',
]);

/**
 * What decides whether an army is legal and what it costs, in the JSON form: entries with their constraints, costs,
 * categories and modifiers. A tenth of a catalogue, so that tools can fetch it.
 */
export function rosterDataOf(record: CatalogueRecord): string {
  return JSON.stringify(record, (key, value: unknown) => {
    if (TOLD_ONLY.has(key) || value === '' || (Array.isArray(value) && value.length === 0)) return undefined;
    return value;
  });
}
