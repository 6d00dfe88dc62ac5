import { gzipSync } from 'node:zlib';
import {
  ChangelogEntry,
  expand,
  findPath,
  getSubgraph,
  GraphSchema,
  listCommunities,
  listGraphEntities,
  listGraphRelations,
  previews,
  RankingWeights,
} from '@arbiter/contracts';
import { buildSnapshot, encodeSnapshot, type GraphDocument } from '@arbiter/knowledge-graph';
import type { OperationContext } from '@arbiter/messaging';
import { ManualClock } from '@arbiter/ports/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { addCollection, COAST, type Library, libraryOf, searchServiceOf } from '../../test/coast.library.js';
import { OverviewTeller } from './overview/overview-teller.js';
import { ContextDescriber } from './context-describer.js';
import { GraphAccess } from './graph-access.js';
import { ExpansionsService } from './expansions.service.js';
import { PreviewsService } from './previews.service.js';
import { SelectionTeller } from './selection/selection-teller.js';
import { StateTeller } from './state-teller.js';
import { SessionCompactor } from './session-compactor.js';
import { StateSearch } from './state-search.js';
import { WorldController } from './world.controller.js';
import { WorldReader } from './world-reader.js';

const { signal } = new AbortController();
const context = { signal, principal: null } as OperationContext;
const schema = GraphSchema.parse({ entityTypes: ['person', 'place'] });

function documentOf(id: string, title: string, text: string): GraphDocument {
  return {
    ...{ id, source: `place/${id}.md`, title, text, contentHash: text, session: null, sections: [], metadata: {} },
    blocks: [{ kind: 'paragraph', start: 0, end: text.length }],
  };
}

/** What the chunks of {@link COAST} say, as documents. */
const LIGHT = documentOf('light', 'Gull Point Light', 'Gull Point Light is a lighthouse. It is kept by Mara Fell.');
const INN = documentOf('inn', 'The Drowned Rat', 'The Drowned Rat is an inn. A bed at the inn costs four pence.');

let library: Library;
let sut: ReturnType<typeof armOver>;

function armOver(ports: Library) {
  const worlds = new WorldReader(ports);
  const access = new GraphAccess({ catalog: ports.catalog, worlds });
  const compactor = new SessionCompactor(ports.documents);
  const search = new StateSearch({ catalog: ports.catalog, worlds, search: searchServiceOf(ports), compactor });
  const service = new PreviewsService({ catalog: ports.catalog, worlds, search, reader: null });
  const controller = new WorldController(
    worlds,
    service,
    new ExpansionsService({ ...ports, worlds }),
    new StateTeller({ catalog: ports.catalog, worlds, search }),
    new OverviewTeller({ ...ports, worlds, writer: null }),
    new SelectionTeller({ ...ports, worlds, search }),
    access,
    new ContextDescriber({ catalog: ports.catalog, worlds, access, writer: 'extractive', seesPictures: false }),
    new ManualClock(0),
  );
  return {
    previews: (input: object) =>
      controller.previews(previews.input.parse({ query: 'Where can we sleep?', ...input }), context),
    expand: (ids: string[], more: object = {}) =>
      controller.expand(expand.input.parse({ collection: 'coast', ids, ...more }), context),
    graph: (collection = 'coast') => controller.graph({ collection }, context),
    entities: (page: object = {}) =>
      controller.entities(listGraphEntities.input.parse({ collection: 'coast', ...page }), context),
    relations: (page: object = {}) =>
      controller.relations(listGraphRelations.input.parse({ collection: 'coast', ...page }), context),
    communities: (page: object = {}) =>
      controller.communities(listCommunities.input.parse({ collection: 'coast', ...page }), context),
    subgraph: (drawn: object = {}, caller: Partial<OperationContext> = {}) =>
      controller.subgraph(getSubgraph.input.parse({ collection: 'coast', ...drawn }), { ...context, ...caller }),
    path: (from: string, to: string, more: object = {}) =>
      controller.path(findPath.input.parse({ collection: 'coast', from, to, ...more }), context),
  };
}

async function store(
  version: string,
  documents: readonly GraphDocument[],
  over: Partial<GraphSchema> = {},
): Promise<void> {
  const options = { collection: 'coast', schema: { ...schema, ...over }, version };
  const bytes = encodeSnapshot(buildSnapshot(documents, options), gzipSync);
  await library.graphs.put('coast', { version, bytes }, signal);
}

async function change(session: number, entity_id: string, status: string): Promise<void> {
  const after = await library.changelogs.lastId('coast', signal);
  const entry = ChangelogEntry.parse({ session_id: session, entity_updates: [{ entity_id, status }] });
  await library.changelogs.append('coast', [{ id: after + 1, recordedAt: 0, kind: 'entry', entry }], { after }, signal);
}

beforeEach(async () => {
  library = await libraryOf({ coast: COAST });
  await store('v1', [LIGHT, INN]);
  sut = armOver(library);
});

describe('previews', () => {
  it('rank what answers, with its signals where they are asked for', async () => {
    const { entities, withoutGraph, tokens } = await sut.previews({ explain: true });
    expect(entities.map(({ name }) => name)).toContain('Drowned Rat');
    for (const { signals } of entities) expect(Object.keys(signals ?? {})).toHaveLength(5);
    expect(tokens).toBe(entities.reduce((sum, entity) => sum + entity.tokens, 0));
    expect(withoutGraph).toEqual([]);
  });

  it('weigh the signals as the request says, else the domain, else by the shipped weights', async () => {
    const [byStatus, byProximity] = (['status', 'proximity'] as const).map((name) => ({
      ...{ semantic: 0, centrality: 0, recency: 0, status: 0, proximity: 0 },
      [name]: 1,
    }));
    const scores = async (input: object): Promise<{ score: number; status?: number; proximity?: number }[]> =>
      (await sut.previews({ explain: true, ...input })).entities.map(({ score, signals }) => ({ score, ...signals }));
    for (const { score, status } of await scores({ weights: byStatus })) expect(score).toBe(status);
    const shipped = await scores({});
    expect(shipped.some(({ score, status }) => score !== status)).toBe(true);
    await store('v2', [LIGHT, INN], { weights: RankingWeights.parse(byProximity) });
    for (const { score, proximity } of await scores({})) expect(score).toBe(proximity);
    for (const { score, status } of await scores({ weights: byStatus })) expect(score).toBe(status);
    expect((await sut.previews({})).entities.every(({ signals }) => signals === undefined)).toBe(true);
  });

  it('know of a change from the next question on, and of its revert as well', async () => {
    const inn = async (time: object = {}) =>
      (await sut.previews({ query: 'Where is the Drowned Rat?', ...time })).entities.find(
        ({ id }) => id === 'drowned-rat',
      );
    expect(await inn()).toMatchObject({ availability: 'unknown', isOffered: true });
    await change(2, 'drowned-rat', 'burned down');
    expect(await inn()).toMatchObject({
      ...{ availability: 'gone', status: 'burned down', since: 2, isOffered: false },
      reason: 'Drowned Rat is burned down since session 2.',
    });
    expect(await inn({ asOfSession: 1 })).toMatchObject({ availability: 'unknown' });
    await library.changelogs.append('coast', [{ id: 2, recordedAt: 1, kind: 'revert', of: 1 }], { after: 1 }, signal);
    expect(await inn()).toMatchObject({ availability: 'unknown', status: null });
  });

  it('hold no more what a deleted document said once the graph has been brought up to date', async () => {
    expect(JSON.stringify([await sut.previews({}), await sut.entities()])).toMatch(/Drowned Rat/);
    await store('v2', [LIGHT]);
    await library.graphs.prune('coast', signal);
    for (const seen of [await sut.previews({}), await sut.entities(), await sut.expand(['gull-point-light'])])
      expect(JSON.stringify(seen)).not.toMatch(/Drowned Rat/);
    expect((await sut.expand(['drowned-rat'])).unknown).toEqual(['drowned-rat']);
  });

  it('of all collections name those without a graph; of none that has one they are empty', async () => {
    await addCollection(library, 'hills', COAST);
    expect((await sut.previews({})).withoutGraph).toEqual(['hills']);
    const none = await sut.previews({ collections: ['hills'] });
    expect([none.entities, none.communities, none.withoutGraph]).toEqual([[], [], ['hills']]);
    expect((await sut.previews({ collections: ['nowhere'] })).withoutGraph).toEqual(['nowhere']);
  });
});

describe('a graph', () => {
  it.each(['hills', 'nowhere'])(
    'that "%s" does not have is not found, with the command that builds it',
    async (name) => {
      const missing = {
        code: 'NOT_FOUND',
        message: expect.stringContaining(`arbiter graph build --collection ${name}`),
      };
      await expect(sut.graph(name)).rejects.toMatchObject(missing);
    },
  );

  it('of a newer format is a conflict, with the command that rebuilds it', async () => {
    await library.graphs.put('coast', { version: 'v9', bytes: gzipSync(JSON.stringify({ format: 99 })) }, signal);
    await expect(sut.graph()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('arbiter graph build'),
    });
    await expect(sut.previews({ collections: ['coast'] })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('that is deleted is gone from memory, too', async () => {
    await sut.graph();
    await library.graphs.delete('coast', signal);
    await expect(sut.graph()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is described in numbers, with what the changelog adds', async () => {
    await change(1, 'moon-base', 'destroyed');
    await change(1, 'gull-point-light', 'destroyed');
    const graph = await sut.graph();
    expect(graph).toMatchObject({ documents: 2, entities: 3, entitiesByType: { place: 2, person: 1 } });
    expect(graph.unresolved).toEqual(['moon-base']);
    expect(graph.impact).toBeGreaterThan(100);
    expect(graph.rebuild).toBe('force');
  });

  it('lists entities and communities by page, the most important first', async () => {
    const all = await sut.entities();
    expect(all.total).toBe(3);
    expect(all.entities.map(({ importance }) => importance)).toEqual(
      all.entities.map(({ importance }) => importance).toSorted((a, b) => b - a),
    );
    const pages = [await sut.entities({ limit: 2 }), await sut.entities({ offset: 2, limit: 2 })];
    expect(pages.flatMap(({ entities }) => entities)).toEqual(all.entities);
    expect((await sut.entities({ type: 'person' })).entities.map(({ name }) => name)).toEqual(['Mara Fell']);
    const { communities, total } = await sut.communities();
    expect(communities).toHaveLength(total);
    const members = await sut.entities({ community: communities[0]!.id });
    expect(members.total).toBe(communities[0]!.members);
    expect((await sut.entities({ community: '9-9' })).total).toBe(0);
    expect((await sut.communities({ level: 9 })).total).toBe(0);
  });

  it('lists the relations that hold at a time, by page, each once', async () => {
    await store('v2', [
      LIGHT,
      INN,
      documentOf('more', 'Mara Fell', 'Gull Point Light is kept by Mara Fell. Mara Fell is led by Ann Oak.'),
    ]);
    const all = await sut.relations();
    expect(all.relations).toEqual([
      { from: 'gull-point-light', type: 'kept_by', to: 'mara-fell', since: null },
      { from: 'mara-fell', type: 'led_by', to: 'ann-oak', since: null },
    ]);
    const pages = [await sut.relations({ limit: 1 }), await sut.relations({ limit: '1', offset: '1' })];
    expect(pages.flatMap(({ relations }) => relations)).toEqual(all.relations);
    await change(3, 'ann-oak', 'dead');
    expect((await sut.relations()).total).toBe(1);
    expect((await sut.relations({ asOfSession: '2' })).total).toBe(2);
    expect((await sut.entities({ asOfSession: '2' })).entities.every(({ since }) => since === null)).toBe(true);
    expect((await sut.entities()).entities.some(({ status }) => status === 'dead')).toBe(true);
  });

  it('leads from name to name along relations that hold at the time', async () => {
    const steps = [{ from: 'gull-point-light', type: 'kept_by', to: 'mara-fell' }];
    expect(await sut.path('Mara Fell', 'Gull Point Light')).toEqual({ steps, states: [], found: true });
    expect(await sut.path('Mara Fell', 'drowned-rat')).toEqual({ steps: [], states: [], found: false });
    await change(3, 'mara-fell', 'dead');
    expect((await sut.path('mara-fell', 'gull-point-light')).found).toBe(false);
    expect((await sut.path('mara-fell', 'gull-point-light', { asOfSession: 2 })).found).toBe(true);
    await expect(sut.path('mara-fell', 'nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('expands entities and communities within the tokens for all of them', async () => {
    const { communities } = await sut.communities();
    const ids = ['The Gull Point Light', communities[0]!.id, 'nobody'];
    const { expansions, unknown } = await sut.expand(ids, { maxTokens: 300 });
    expect(expansions.map(({ id, kind }) => [id, kind])).toEqual([
      ['gull-point-light', 'entity'],
      [communities[0]!.id, 'community'],
    ]);
    expect(unknown).toEqual(['nobody']);
    expect(expansions.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(300);
    expect(expansions[0]?.citations[0]).toMatchObject({ documentId: 'light', start: 0 });
  });

  it('is drawn around an entity at a time, within a community, and as communities', async () => {
    await change(3, 'mara-fell', 'dead');
    const { entities, relations, truncated } = await sut.subgraph({ entity: 'Gull Point Light', asOfSession: '2' });
    expect(entities.map(({ id, distance, degree }) => [id, distance, degree])).toEqual([
      ['gull-point-light', 0, 1],
      ['mara-fell', 1, 1],
    ]);
    expect(relations).toEqual([{ from: 'gull-point-light', type: 'kept_by', to: 'mara-fell', since: null }]);
    expect(truncated).toBe(0);
    expect((await sut.subgraph({ entity: 'mara-fell' })).entities).toMatchObject([
      { status: 'dead', availability: 'gone', since: 3, degree: 0 },
    ]);
    const { communities } = await sut.subgraph();
    expect(communities.reduce((sum, { members }) => sum + members, 0)).toBe(3);
    const [first] = communities;
    const within = await sut.subgraph({ community: first!.id });
    expect(within.entities.map(({ id }) => id)).toEqual(first!.entities.map(({ id }) => id));
    expect(within.entities.every(({ community, distance }) => community === first!.id && distance === 0)).toBe(true);
    for (const unknown of [{ entity: 'nobody' }, { community: '0-99' }, { community: '../x' }, { collection: 'hills' }])
      await expect(sut.subgraph(unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is not drawn for who may not read all of its documents', async () => {
    await store('v2', [{ ...LIGHT, groups: ['crew'] }, INN]);
    const caller = { name: 'desk', role: 'reader' as const, tenant: null, groups: ['board'] };
    await expect(sut.subgraph({}, { principal: caller })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await sut.subgraph({}, { principal: { ...caller, groups: ['crew'] } })).communities).not.toEqual([]);
  });

  it('tells the changes of an entity with their days and what they say of use', async () => {
    const entry = (session_id: number, date: string, update: object) =>
      ChangelogEntry.parse({ session_id, date, entity_updates: [{ entity_id: 'mara-fell', ...update }] });
    const events = [
      entry(1, '2026-02-01', { status: 'missing' }),
      entry(3, '2026-02-20', { location: 'the pier' }),
      entry(5, '2026-03-02', { status: 'back on duty' }),
    ].map((one, at) => ({ id: at + 1, recordedAt: 0, kind: 'entry' as const, entry: one }));
    await library.changelogs.append('coast', events, { after: 0 }, signal);
    expect((await sut.expand(['mara-fell'])).expansions[0]?.changes).toEqual([
      { entry: 1, session: 1, status: 'missing', availability: 'away', date: '2026-02-01' },
      { entry: 2, session: 3, status: null, availability: null, date: '2026-02-20' },
      { entry: 3, session: 5, status: 'back on duty', availability: 'available', date: '2026-03-02' },
    ]);
  });
});
