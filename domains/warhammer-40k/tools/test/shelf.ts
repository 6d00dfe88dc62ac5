import { findEntities, getDocument, getDocumentText, getEntityData, type EntityDescription } from '@arbiter/contracts';
import type { ToolCall, ToolLibrary } from '@arbiter/tool-sdk';

const category = (id: string, name: string) => ({ id, name });
const limit = (id: string, type: 'min' | 'max', value: number, scope = 'parent') => ({
  id,
  type,
  value,
  field: 'selections',
  scope,
  shared: true,
});
const costs = (value: number) => [{ name: 'pts', typeId: 'pts', value }];
const of = (targetId: string) => [{ targetId, primary: true }];

const SYSTEM = {
  gameSystem: {
    id: 'sys',
    name: 'Reed Wars',
    costTypes: [{ id: 'pts', name: 'pts' }],
    categoryEntries: [category('leader', 'Leader'), category('line', 'Line')],
    forceEntries: [
      {
        id: 'band',
        name: 'Band',
        categoryLinks: [
          {
            targetId: 'leader',
            name: 'Leader',
            constraints: [limit('k-leader', 'min', 1), limit('k-leaders', 'max', 1)],
          },
          { targetId: 'line', name: 'Line', constraints: [limit('k-line', 'min', 1)] },
        ],
      },
    ],
  },
};
const FACTION = {
  catalogue: {
    id: 'herons',
    name: 'Marsh - Heron Guard',
    gameSystemId: 'sys',
    catalogueLinks: [{ targetId: 'beasts', name: 'Beasts', importRootEntries: true }],
    selectionEntries: [
      { id: 'captain', name: 'Heron Captain', type: 'model', costs: costs(60), categoryLinks: of('leader') },
      {
        id: 'spears',
        name: 'Reed Spears',
        type: 'unit',
        categoryLinks: of('line'),
        constraints: [limit('k-spears', 'max', 2, 'roster')],
        selectionEntries: [
          {
            id: 'spear',
            name: 'Reed Spear',
            type: 'model',
            costs: costs(10),
            constraints: [limit('k-few', 'min', 3), limit('k-many', 'max', 5)],
          },
        ],
      },
    ],
  },
};
const BEASTS = {
  catalogue: {
    id: 'beasts',
    name: 'Beasts',
    gameSystemId: 'sys',
    library: true,
    selectionEntries: [{ id: 'otter', name: 'Giant Otter', type: 'unit', costs: costs(35), categoryLinks: of('line') }],
  },
};

const entity = (id: string, type: string, name: string, attributes: Record<string, unknown>): EntityDescription => ({
  id,
  documentId: 'd',
  collection: 'marsh_units',
  type,
  name,
  aliases: [],
  attributes,
  start: 20,
  end: 75,
  dataLength: 0,
});
const ENTITIES = [
  entity('d:0', 'faction', 'Marsh - Heron Guard', { id: 'herons' }),
  entity('d:1', 'game-system', 'Reed Wars', { id: 'sys' }),
  entity('d:2', 'library', 'Beasts', { id: 'beasts' }),
  entity('d:3', 'unit', 'Heron Captain', {
    costs: { pts: 60 },
    keywords: ['Leader'],
    catalogue: 'Marsh - Heron Guard',
    profiles: [{ name: 'Heron Captain', type: 'Unit', characteristics: { W: '4' } }],
  }),
  entity('d:4', 'rule', 'Wade', { description: 'It may go through water.' }),
];
const DATA: Readonly<Record<string, string>> = {
  'd:0': JSON.stringify(FACTION),
  'd:1': JSON.stringify(SYSTEM),
  'd:2': JSON.stringify(BEASTS),
};
/** Of the one document: the entity of the captain spans its second line. */
export const TEXT = 'Marsh - Heron Guard\nHeron Captain. Cost: 60 pts.\nUnit: Heron Captain; W: 4\n';

/** Small, so that every catalogue comes in several parts. */
const PART = 100;

/** A library that holds an invented game; without the things of some ids. */
export function shelf({ without = [] as readonly string[], changing = false } = {}): ToolLibrary {
  let reads = 0;
  const entities = ENTITIES.filter(({ id }) => !without.includes(id));
  const answer = (operation: string, input: Record<string, unknown>): unknown => {
    if (operation === findEntities.name) {
      const {
        name = '',
        type,
        limit: most = 20,
        offset = 0,
      } = input as { name?: string; type?: string; limit?: number; offset?: number };
      const found = entities.filter(
        (one) => (type === undefined || one.type === type) && one.name.toLowerCase().includes(name.toLowerCase()),
      );
      return { entities: found.slice(offset, offset + most) };
    }
    if (operation === getEntityData.name) {
      const { entityId, start = 0 } = input as { entityId: string; start?: number };
      const data = DATA[entityId] ?? '';
      return { data: data.slice(start, start + PART), contentHash: changing ? `h${reads++}` : 'h', total: data.length };
    }
    if (operation === getDocument.name) return { title: 'Marsh', source: 'marsh.cat' };
    if (operation === getDocumentText.name) return { text: TEXT };
    throw new Error(`nobody asks for ${operation}`);
  };
  return {
    request: (operation, input) => Promise.resolve(answer(operation, input)),
    record: (_name, compute) => compute(),
  };
}

/** A run of a tool. */
export function callOf(signal: ToolCall['signal'] = new AbortController().signal): ToolCall {
  return {
    signal,
    deadline: Number.MAX_SAFE_INTEGER,
    requestId: 'request-1',
    traceparent: '',
    principal: null,
    previousResults: new Map(),
    metadata: {},
  };
}
