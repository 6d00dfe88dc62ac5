import { createHash } from 'node:crypto';
import { findEntities, getDocument, getDocumentText, getEntityData, type OperationOutput } from '@arbiter/contracts';
import { InProcessBus, InProcessOperationClient, OperationDispatcher } from '@arbiter/messaging';
import { entityOf, InMemoryEntityStore } from '@arbiter/ports/testing';

const FACTION = 'Cliff - Tern Court';
const [HEADING, UNIT] = [`${FACTION}\n`, 'Tern Warden. Cost: 85 pts.'];
const DOCUMENT = { id: 'terns', collection: 'warhammer-40k_units' };

/** Of the one document: its second line is what is cited for the unit. */
export const GAME_TEXT = `${HEADING}${UNIT}\nUnit: Tern Warden; W: 3\n`;

/** What the catalogue is kept as for tools: one unit of a game that names no other data. */
const CATALOGUE = {
  catalogue: {
    id: 'terns',
    name: FACTION,
    gameSystemId: 'cliffs',
    selectionEntries: [
      {
        ...{ id: 'warden', name: 'Tern Warden', type: 'model' },
        costs: [{ name: 'pts', typeId: 'pts', value: 85 }],
        categoryLinks: [{ targetId: 'line', primary: true }],
      },
    ],
  },
};
const GAME = {
  gameSystem: {
    ...{ id: 'cliffs', name: 'Cliff Wars', costTypes: [{ id: 'pts', name: 'pts' }] },
    categoryEntries: [{ id: 'line', name: 'Line' }],
    forceEntries: [{ id: 'band', name: 'Band', categoryLinks: [{ targetId: 'line', name: 'Line' }] }],
  },
};

/** The operations that tools of a sample pack ask, over a library that holds one faction of an invented game. */
export async function gameLibrary(): Promise<InProcessOperationClient> {
  const { signal } = new AbortController();
  const store = new InMemoryEntityStore();
  const costs = { costs: { pts: 85 }, catalogue: FACTION };
  const span = { start: HEADING.length, end: GAME_TEXT.length };
  const entities = [
    entityOf(FACTION, { type: 'faction', attributes: { id: 'terns' }, data: JSON.stringify(CATALOGUE) }),
    entityOf('Cliff Wars', { type: 'game-system', attributes: { id: 'cliffs' }, data: JSON.stringify(GAME) }),
    entityOf('Tern Warden', { attributes: costs, ...span }),
  ];
  await store.replace(DOCUMENT, entities, signal);
  const dispatcher = new OperationDispatcher();
  dispatcher.register(findEntities, async ({ collection, name, type, offset, limit }) => {
    const filter = { ...(name !== undefined && { name }), ...(type !== undefined && { type }) };
    const query = { ...filter, ...(collection !== undefined && { collections: [collection] }), offset, limit };
    const found = await store.find(query, signal);
    const described = ({ aliases, attributes, ...entity }: (typeof found)[number]) => ({
      ...{ ...entity, aliases: [...aliases], attributes: { ...attributes } },
    });
    return { entities: found.map(described) };
  });
  dispatcher.register(getEntityData, async ({ entityId, start, length }) => {
    const data = (await store.data(entityId, signal)) ?? '';
    const contentHash = createHash('sha256').update(data).digest('hex');
    return { data: data.slice(start, start + length), contentHash, total: data.length };
  });
  dispatcher.register(getDocument, () => Promise.resolve(description()));
  dispatcher.register(getDocumentText, () => Promise.resolve({ text: GAME_TEXT }));
  const bus = new InProcessBus();
  await bus.start(dispatcher);
  return new InProcessOperationClient(bus);
}

function description(): OperationOutput<typeof getDocument> {
  return {
    ...{ ...DOCUMENT, title: FACTION, source: 'Cliff - Tern Court.cat', mediaType: 'application/xml' },
    ...{ contentHash: '0'.repeat(64), length: GAME_TEXT.length, chunks: 1, metadata: {}, sections: [] },
    updatedAt: '2026-01-01T00:00:00.000Z',
  };
}
