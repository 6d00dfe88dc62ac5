import { MAX_CONTEXT_TOKENS, type RankedPreview, type ToolResult } from '@arbiter/contracts';
import { InProcessBus, InProcessOperationClient, type OperationClient, OperationDispatcher } from '@arbiter/messaging';
import { estimateTokens } from '@arbiter/text';
import { type BaseMcpTool, newTreeData, ToolRegistry, type TreeData } from '@arbiter/tool-sdk';
import { describe, expect, it } from '@jest/globals';
import { communityOf, expansionOf, type GraphArm, previewOf, registerGraph } from '../../../test/graph-arm.js';
import { contextOf, drain, objectsOf, workbench } from '../../../test/tool-workbench.js';
import type { ToolEvent } from '../../execution/tool-run.js';
import { gatheredExpansions, keepGraphs } from './graph-context.js';
import { ExpandEntitiesTool, PreviewEntitiesTool } from './expansion.tools.js';
import { FindPathTool, ListChangesTool } from './relation.tools.js';

const STATE = 'Inn is destroyed since session 2.';
const INN = previewOf('inn', { name: 'Inn', availability: 'gone', reason: STATE, isNamed: true, score: 0.9 });
const MILL = previewOf('mill', { name: 'Mill', definition: 'The mill is by the Inn.', states: [STATE] });
const EXPANSIONS = [
  expansionOf('inn', 'The inn stood by the mole.', [STATE]),
  expansionOf('mill', 'The mill is by the Inn.', [STATE]),
];

const createGraphTools = (client: OperationClient): BaseMcpTool[] => [
  new PreviewEntitiesTool(client),
  new ExpandEntitiesTool(client),
  new FindPathTool(client),
  new ListChangesTool(client),
];

interface Bench {
  readonly tree: TreeData;
  readonly asked: { readonly name: string; readonly input: unknown }[];
  readonly run: (
    tool: string,
    parameters?: Record<string, unknown>,
  ) => Promise<{ events: ToolEvent[]; result: ToolResult }>;
}

/** Tools over arms that answer over real messaging; what they yield goes into the environment, as an agent does it. */
async function bench(graph: GraphArm = {}, collectionNames: readonly string[] = []): Promise<Bench> {
  const [dispatcher, bus] = [new OperationDispatcher(), new InProcessBus()];
  const asked: Bench['asked'] = [];
  registerGraph(dispatcher, { entities: [INN, MILL], expansions: EXPANSIONS, asked, ...graph });
  await bus.start(dispatcher);
  const { executor } = workbench(createGraphTools(new InProcessOperationClient(bus)));
  const tree = newTreeData('Where can we sleep?', { collectionNames });
  keepGraphs(tree, graph.withGraph ?? ['lore']);
  return {
    tree,
    asked,
    async run(tool, parameters = {}) {
      const ended = await drain(executor.run({ tool, parameters }, { ...contextOf(), tree }));
      for (const { output } of ended.events) if (output.kind === 'result') tree.environment.add(tool, output);
      return ended;
    },
  };
}

const unavailableIn = async (tree: TreeData) =>
  (await new ToolRegistry(createGraphTools(null as never)).availableNow(tree)).unavailable;

describe('tools of the knowledge graph', () => {
  it('are there where a collection has a graph; expansions follow previews', async () => {
    const { tree, run } = await bench();
    expect((await unavailableIn(tree)).map(({ name }) => name)).toEqual(['expand-entities']);
    await run('preview-entities', { query: 'x' });
    expect(await unavailableIn(tree)).toEqual([]);
    const { tree: without } = await bench({ withGraph: [] });
    expect((await unavailableIn(without)).map(({ name }) => name)).toHaveLength(4);
    expect((await unavailableIn(without))[0]?.reason).toContain('no collection of this run has a knowledge graph');
  });

  it('stay within the collections of the run', async () => {
    const { run, asked } = await bench({}, ['lore']);
    for (const [tool, inputs] of [
      ['preview-entities', { query: 'x' }],
      ['find-path', { from: 'a', to: 'b' }],
      ['list-changes', {}],
    ] as const)
      expect((await run(tool, { ...inputs, collection: 'secrets' })).result).toMatchObject({ code: 'FORBIDDEN' });
    expect(asked).toEqual([]);
  });
});

describe('preview-entities', () => {
  it('lists what answers, how each stands first, with the price of expanding it', async () => {
    const { run, asked } = await bench({ communities: [communityOf('0-1')] });
    const { result } = await run('preview-entities', { query: 'Where?', asOfSession: 3 });
    expect(asked).toMatchObject([{ input: { query: 'Where?', collections: ['lore'], asOfSession: 3 } }]);
    const objects = objectsOf(result) as Record<string, unknown>[];
    expect(objects).toMatchObject([
      { id: 'inn', since: STATE, name: 'Inn', expansionTokens: 200 },
      { id: 'mill', since: STATE, definition: 'The mill is by the Inn.' },
      { community: '0-1', members: 4, expansionTokens: 900 },
    ]);
    expect(Object.keys(objects[1] ?? {}).indexOf('since')).toBeLessThan(
      Object.keys(objects[1] ?? {}).indexOf('definition'),
    );
    expect(result).toMatchObject({ success: true, confidence: 0.9 });
  });

  it('says what to try when the graph names nothing', async () => {
    const { run } = await bench({ entities: [] });
    expect((await run('preview-entities', { query: 'zeppelin' })).result).toMatchObject({
      ...{ success: false, error: 'The knowledge graph names nothing for: zeppelin' },
      suggestion: expect.stringContaining('hybrid-search'),
    });
  });
});

describe('expand-entities', () => {
  it('expands what it is told, by id or name, with passages that can be cited, and keeps what the question names', async () => {
    const { run, tree, asked } = await bench();
    await run('preview-entities', { query: 'x', asOfSession: 3 });
    const { events } = await run('expand-entities', { ids: ['mill', 'INN'] });
    expect(asked.at(-1)?.input).toMatchObject({ collection: 'lore', ids: ['inn', 'mill'], asOfSession: 3 });
    const results = events.flatMap(({ output }) => (output.kind === 'result' ? [output] : []));
    expect(results.map(({ payloadType }) => payloadType)).toEqual(['entity', 'chunks']);
    expect(results[0]?.objects[0]).toMatchObject({ id: 'inn', text: `${STATE} The inn stood by the mole. [1]` });
    expect(results[1]?.objects[1]).toMatchObject({ chunkId: 'mill:0', score: 0.8, metadata: { since: STATE } });
    expect(gatheredExpansions(tree).map(({ id }) => id)).toEqual(['inn']);
  });

  it('chooses by itself what is worth its tokens, and leaves out what cannot be used and is not asked about', async () => {
    const { run, tree, asked } = await bench({ entities: [{ ...INN, isNamed: false }, MILL] });
    await run('preview-entities', { query: 'x' });
    await run('expand-entities');
    expect(asked.at(-1)?.input).toMatchObject({ ids: ['mill'] });
    expect(gatheredExpansions(tree)).toEqual([]);
  });

  it('needs a preview, and one of that name', async () => {
    const { run } = await bench();
    expect((await run('expand-entities', { ids: ['inn'] })).result).toMatchObject({
      ...{ success: false, suggestion: expect.stringContaining('preview-entities') },
    });
    await run('preview-entities', { query: 'x' });
    expect((await run('expand-entities', { ids: ['nobody'] })).result.error).toBe('No preview is named nobody.');
  });

  it('never lets previews and expansions take more than the published tokens, however often they run', async () => {
    const long = (id: string): string =>
      `${id} ${'has a very long history that nobody has ever written down in full. '.repeat(20)}`;
    const entities: RankedPreview[] = Array.from({ length: 20 }, (_, at) =>
      previewOf(`thing-${at}`, { definition: long(`thing ${at}`), expansionTokens: 400 }),
    );
    const expansions = entities.map(({ id }) => expansionOf(id, long(id)));
    const { run, tree } = await bench({ entities, expansions });
    for (let round = 0; round < 12; round += 1) {
      await run('preview-entities', { query: `x ${round}` });
      await run('expand-entities', { ids: [`thing-${round % 5}`] });
      const shown = tree.environment.visible().flatMap(({ objects }) => objects);
      const tokens = shown.reduce((sum, object) => sum + estimateTokens(JSON.stringify(object)), 0);
      expect(tokens).toBeLessThanOrEqual(MAX_CONTEXT_TOKENS);
    }
    expect(tree.environment.visible().length).toBeGreaterThan(2);
  });
});

describe('find-path', () => {
  const path = { steps: [{ from: 'mill', type: 'kept_by', to: 'ann' }], states: [STATE], found: true };

  it('tells the relations between two things, and what of them cannot be used', async () => {
    const { run, asked } = await bench({ path });
    const { result } = await run('find-path', { from: 'Mill', to: 'Ann' });
    expect(asked).toMatchObject([{ input: { collection: 'lore', from: 'Mill', to: 'Ann' } }]);
    expect(result.data[0]).toMatchObject({ objects: path.steps, metadata: { since: STATE } });
  });

  it('says so where nothing leads from one to the other, and where it is not clear which graph is meant', async () => {
    expect((await (await bench()).run('find-path', { from: 'a', to: 'b' })).result.error).toBe(
      'No relation leads from "a" to "b".',
    );
    const several = await bench({ withGraph: ['lore', 'hills'], path });
    expect((await several.run('find-path', { from: 'a', to: 'b' })).result.suggestion).toBe('Name the collection.');
    expect((await several.run('find-path', { from: 'a', to: 'b', collection: 'hills' })).result.success).toBe(true);
  });
});

describe('list-changes', () => {
  it('tells what sessions changed', async () => {
    const entry = {
      ...{ session_id: 2, date: '2026-01-02' },
      entity_updates: [{ entity_id: 'inn', status: 'destroyed' }],
      relationship_updates: [{ from: 'party', to: 'guild', new_status: 'hostile' }],
    };
    const changes = [{ id: 1, recordedAt: '2026-01-02T00:00:00.000Z', entry, revertedBy: null }];
    const { run, asked } = await bench({ changes });
    const { result } = await run('list-changes', { entity: 'inn', sinceSession: 1 });
    expect(asked).toMatchObject([{ input: { collection: 'lore', entity: 'inn', sinceSession: 1 } }]);
    expect(objectsOf(result)).toMatchObject([
      {
        ...{ session: 2, date: '2026-01-02' },
        changed: [
          { entity: 'inn', status: 'destroyed' },
          { from: 'party', to: 'guild', new_status: 'hostile' },
        ],
      },
    ]);
    expect((await (await bench()).run('list-changes')).result.error).toBe('No session changed that.');
  });
});
