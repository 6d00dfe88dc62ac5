import { TEXT_KEY, type CatalogueRecord } from '../../catalogue/index.js';

type Fields = Readonly<Record<string, unknown>>;

/** Points, under the id that conditions and modifiers name. */
export const POINTS = 'pts-0000-0000-0001';
/** A cost of campaigns: nearly always 0, and written all the same. */
const CAMPAIGN_COSTS = ['Campaign: Experience', 'Campaign: Supply', 'Campaign: Honours'];

export const UNIT_COLUMNS = ['M', 'T', 'SV', 'W', 'LD', 'OC'];
const RANGED_COLUMNS = ['Range', 'A', 'BS', 'S', 'AP', 'D', 'Keywords'];
const MELEE_COLUMNS = ['Range', 'A', 'WS', 'S', 'AP', 'D', 'Keywords'];

export const costTypes = (): CatalogueRecord[] => [
  { id: POINTS, name: 'pts', defaultCostLimit: -1 },
  ...CAMPAIGN_COSTS.map((name, at) => ({ id: `campaign-${at}`, name, defaultCostLimit: -1, hidden: true })),
];

export const profileTypes = (): CatalogueRecord[] =>
  Object.entries({
    Unit: UNIT_COLUMNS,
    'Ranged Weapons': RANGED_COLUMNS,
    'Melee Weapons': MELEE_COLUMNS,
    Abilities: ['Description'],
    Transport: ['Capacity'],
  }).map(([name, columns]) => ({
    id: typeIdOf(name),
    name,
    characteristicTypes: columns.map((column) => ({ id: `${typeIdOf(name)}-${column}`, name: column })),
  }));

export function typeIdOf(name: string): string {
  return `type-${name.toLowerCase().replace(/\W+/g, '-')}`;
}

/** All costs of an entry, the zeros among them, as editors write them. */
export const costs = (points: number): CatalogueRecord[] => [
  { name: 'pts', typeId: POINTS, value: points },
  ...CAMPAIGN_COSTS.map((name, at) => ({ name, typeId: `campaign-${at}`, value: 0 })),
];

export const entry = (type: string, id: string, name: string, fields: Fields = {}): CatalogueRecord => ({
  ...{ type, import: true, name, hidden: false, id },
  ...fields,
  costs: fields.costs ?? costs(0),
});

export const group = (id: string, name: string, fields: Fields): CatalogueRecord => ({
  ...{ name, id, hidden: false },
  ...fields,
});

export const link = (id: string, name: string, targetId: string, fields: Fields = {}): CatalogueRecord => ({
  ...{ import: true, name, hidden: false, id, type: fields.type ?? 'selectionEntry', targetId },
  ...fields,
});

export const infoLink = (id: string, name: string, targetId: string, type = 'rule'): CatalogueRecord => ({
  ...{ name, hidden: false, id, type, targetId },
});

export const categoryLink = (id: string, name: string, targetId: string, primary = false): CatalogueRecord => ({
  ...{ name, hidden: false, id, targetId, primary },
});

export const limit = (id: string, type: 'min' | 'max', value: number, scope = 'parent'): CatalogueRecord => ({
  ...{ type, value, field: 'selections', scope, shared: true, id },
  ...(scope !== 'parent' && { includeChildSelections: true }),
});

export const exactly = (id: string, min: number, max: number): CatalogueRecord[] => [
  limit(`${id}-min`, 'min', min),
  limit(`${id}-max`, 'max', max),
];

export const condition = (type: string, value: number, childId: string, scope: string): CatalogueRecord => ({
  ...{ type, value, field: 'selections', scope, childId, shared: true, includeChildSelections: true },
});

/** The points of a unit at or above a number of models. */
export const pointsFrom = (models: number, points: number, unitId: string, childId = 'model'): CatalogueRecord => ({
  ...{ type: 'set', value: points, field: POINTS },
  conditions: [condition('atLeast', models, childId, unitId)],
});

/** Hidden unless the roster, or the scope that is named, holds something. */
export const hiddenWithout = (childId: string, scope = 'roster'): CatalogueRecord => ({
  ...{ type: 'set', value: true, field: 'hidden' },
  conditions: [condition('lessThan', 1, childId, scope)],
});

export function profile(id: string, name: string, typeName: string, values: readonly string[]): CatalogueRecord {
  const columns = { Unit: UNIT_COLUMNS, 'Ranged Weapons': RANGED_COLUMNS, 'Melee Weapons': MELEE_COLUMNS }[typeName];
  const typeId = typeIdOf(typeName);
  return {
    ...{ name, typeId, typeName, hidden: false, id },
    characteristics: (columns ?? ['Description']).map((column, at) => ({
      ...{ name: column, typeId: `${typeId}-${column}` },
      [TEXT_KEY]: values[at] ?? '-',
    })),
  };
}

export const ability = (id: string, name: string, text: string): CatalogueRecord =>
  profile(id, name, 'Abilities', [text]);
