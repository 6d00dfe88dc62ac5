import { isRecord, listOf, TEXT_KEY, type CatalogueRecord } from '../model/catalogue-record.js';
import { kindOf } from '../text/profile-types.js';

/** What is told of entries and decides nothing. */
const TOLD_ONLY: ReadonlySet<string> = new Set([
  'comment',
  'description',
  'alias',
  'infoGroups',
  'page',
  'profileTypes',
  'publicationId',
  'publications',
  'readme',
  'rules',
  'sharedInfoGroups',
  'sharedRules',
  'sortIndex',
]);

/** Columns of weapons that say how much damage they do; by the rest of a profile no list is built. */
const OUTPUT_COLUMNS = /^(?:range|a|atk|attacks|bs|ws|skill|(?:ballistic|weapon) skill|(?:to )?hit|d|dmg|damage)$/i;

/**
 * What decides whether an army is legal, what it costs and what its weapons do, in the JSON form: entries with their
 * constraints, costs, categories, modifiers and the figures of weapons.
 */
export function rosterDataOf(record: CatalogueRecord): string {
  return JSON.stringify(record, (key, value: unknown) => {
    if (TOLD_ONLY.has(key) || value === '') return undefined;
    const kept = Array.isArray(value) ? keptOf(key, value.filter(isRecord)) : value;
    return Array.isArray(kept) && kept.length === 0 ? undefined : kept;
  });
}

function keptOf(list: string, nodes: readonly CatalogueRecord[]): readonly CatalogueRecord[] {
  if (list === 'infoLinks') return nodes.filter(({ type }) => type === 'profile');
  if (list !== 'profiles' && list !== 'sharedProfiles') return nodes;
  const isWeapon = ({ typeName }: CatalogueRecord): boolean =>
    typeof typeName === 'string' && kindOf({ typeName, characteristics: [] }) === 'weapon';
  return nodes.filter(isWeapon).map((node) => ({
    ...(list === 'sharedProfiles' && { id: node.id }),
    typeName: node.typeName,
    characteristics: listOf(node, 'characteristics').flatMap((one) =>
      typeof one.name === 'string' && OUTPUT_COLUMNS.test(one.name)
        ? [{ name: one.name, [TEXT_KEY]: one[TEXT_KEY] ?? one.value }]
        : [],
    ),
  }));
}
