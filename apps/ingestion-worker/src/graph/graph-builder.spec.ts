import { gunzipSync, gzipSync } from 'node:zlib';
import { addChanges, ArbiterError, GraphSchema } from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import { InMemoryEntityStore, ManualClock } from '@arbiter/ports/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ChangelogController } from '../changelog/changelog.controller.js';
import { ChangelogWriter } from '../changelog/changelog-writer.js';
import { SnapshotReader } from './stored-graph.js';
import { KnownEntities } from '../changelog/known-entities.js';
import { GraphLibrary } from '../../test/graph-library.js';
import type { GraphBuilder } from './graph-builder.js';
import { GraphRefresher } from './graph-refresher.js';

const { signal } = new AbortController();
const down = () => Promise.reject(new ArbiterError('UNAVAILABLE', 'The store does not answer.'));

let library: GraphLibrary;
let sut: GraphBuilder;

beforeEach(async () => {
  library = new GraphLibrary();
  await library.putWorks();
  sut = library.builder();
});

describe('a build', () => {
  it('makes the graph of all documents current, and says what it holds', async () => {
    const built = await sut.build('works', undefined, signal);
    expect(built).toMatchObject({ collection: 'works', documents: 4, entities: 4, changelogEvent: 0, isNew: true });
    expect(built.relations).toBeGreaterThanOrEqual(3);
    expect((await library.snapshot()).version).toBe(built.version);
  });

  it('does nothing where nothing has changed, and keeps the schema that it was given', async () => {
    const schema = GraphSchema.parse({ entityTypes: ['place', 'person', 'machine'] });
    const first = await sut.build('works', schema, signal);
    const again = await sut.build('works', undefined, signal);
    expect(again).toEqual({ ...first, isNew: false });
    await library.put('place/yard.md', 'Coal Yard', 'The Coal Yard is a yard.');
    await sut.build('works', undefined, signal);
    expect((await library.snapshot()).schema).toEqual(schema);
  });

  it('of a collection without documents is an empty graph', async () => {
    expect(await sut.build('elsewhere', undefined, signal)).toMatchObject({
      documents: 0,
      entities: 0,
      communities: 0,
    });
  });

  it('twice at once gives one version, whether in one process or in two', async () => {
    let puts = 0;
    const graphs = library.graphs;
    const put = graphs.put.bind(graphs);
    graphs.put = (...args) => {
      puts += 1;
      return put(...args);
    };
    const both = await Promise.all([sut, sut].map((one) => one.build('works', undefined, signal)));
    expect(puts).toBe(1);
    expect(both.map(({ isNew }) => isNew)).toEqual([true, false]);
    await library.put('place/yard.md', 'Coal Yard', 'The Coal Yard is a yard.');
    const others = [library.builder(), library.builder()];
    const built = await Promise.all(others.map((one) => one.build('works', undefined, signal)));
    expect(new Set(built.map(({ version }) => version)).size).toBe(1);
    expect(await library.version()).toBe(built[0]?.version);
  });

  it.each([
    ['the documents cannot be read', (one: GraphLibrary) => (one.documents.text = down)],
    ['the changelog cannot be read', (one: GraphLibrary) => (one.changelogs.read = down)],
    ['the graph cannot be stored', (one: GraphLibrary) => (one.graphs.put = down)],
  ])('that breaks off because %s leaves the former in use', async (_, breakIt) => {
    const { version } = await sut.build('works', undefined, signal);
    await library.put('place/yard.md', 'Coal Yard', 'The Coal Yard is a yard.');
    breakIt(library);
    await expect(sut.build('works', undefined, signal)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await library.version()).toBe(version);
    expect((await library.snapshot()).documents).toHaveLength(4);
  });

  it('that is cancelled in the middle leaves the former in use', async () => {
    const { version } = await sut.build('works', undefined, signal);
    await library.put('place/yard.md', 'Coal Yard', 'The Coal Yard is a yard.');
    const cancel = new AbortController();
    const text = library.documents.text.bind(library.documents);
    library.documents.text = (...args) => {
      cancel.abort();
      return text(...args);
    };
    await expect(sut.build('works', undefined, cancel.signal)).rejects.toThrow();
    expect(await library.version()).toBe(version);
  });

  it.each([
    ['of a newer format', () => gzipSync(JSON.stringify({ format: 99 }))],
    ['that is damaged', () => new Uint8Array([1, 2, 3])],
  ])('replaces a graph %s, and says so', async (_, bytes) => {
    await library.graphs.put('works', { version: 'strange', bytes: bytes() }, signal);
    expect(await sut.build('works', undefined, signal)).toMatchObject({ isNew: true, entities: 4 });
    expect(library.warnings).toEqual(['the knowledge graph is damaged and is built anew']);
  });
});

describe('the graph that is current', () => {
  it('is decoded once, and never one that has been deleted or replaced', async () => {
    const reader = new SnapshotReader(library.graphs);
    let reads = 0;
    const read = library.graphs.read.bind(library.graphs);
    library.graphs.read = (...call) => {
      reads += 1;
      return read(...call);
    };
    await sut.build('works', undefined, signal);
    const first = await reader.current('works', signal);
    expect(await reader.current('works', signal)).toBe(first);
    expect([reads, first?.entities.length]).toEqual([1, 4]);
    // Another process builds on.
    await library.documents.delete('place/west-tower.md', signal);
    await library.builder().refresh('works', signal);
    expect((await reader.current('works', signal))?.documents).toHaveLength(3);
    await library.graphs.delete('works', signal);
    expect(await reader.current('works', signal)).toBeNull();
    expect(await sut.currentSnapshot('works', signal)).toBeNull();
  });
});

describe('a refresh after documents have changed', () => {
  it('builds nothing where nobody has built a graph', async () => {
    await sut.refresh('works', signal);
    expect(await library.version()).toBeNull();
  });

  it('leaves no stored snapshot that holds what a deleted document said', async () => {
    await library.put('place/secret.md', 'Quux Vault', 'The Quux Vault is a vault below the Pump House.');
    const { version } = await sut.build('works', undefined, signal);
    await library.documents.delete('place/secret.md', signal);
    await sut.refresh('works', signal);
    const bytes = await library.graphs.read('works', (await library.version())!, signal);
    expect(gunzipSync(bytes!).toString()).not.toMatch(/quux/i);
    expect(gunzipSync(bytes!).toString()).toContain('brick hall');
    expect(await library.graphs.read('works', version, signal)).toBeNull();
  });

  it('that fails keeps the former and says so', async () => {
    const { version } = await sut.build('works', undefined, signal);
    await library.put('place/yard.md', 'Coal Yard', 'The Coal Yard is a yard.');
    library.documents.list = down;
    await sut.refresh('works', signal);
    expect(await library.version()).toBe(version);
    expect(library.warnings).toEqual(['the knowledge graph could not be brought up to date; the former one is used']);
  });
});

describe('changes of the world', () => {
  const events = async (): Promise<number> => (await library.snapshot()).changelogEvent;
  const highest = async (): Promise<string> =>
    (await library.snapshot()).entities.toSorted((a, b) => b.importance.composite - a.importance.composite)[0]!.id;

  it('rebuild the graph at once above an impact of 100, and not below', async () => {
    await sut.build('works', undefined, signal);
    const refresher = new GraphRefresher({ builder: sut, log: library.log });
    await library.change(1, await highest(), 'renamed');
    refresher.soon('works');
    await refresher.idle();
    expect(await events()).toBe(0);
    await library.change(1, await highest(), 'destroyed');
    refresher.soon('works');
    await refresher.idle();
    expect(await events()).toBe(2);
    expect(library.warnings).toEqual([]);
  });

  it('of things that the documents did not give make entities of them', async () => {
    await sut.build('works', undefined, signal);
    const refresher = new GraphRefresher({ builder: sut, log: library.log });
    await library.change(1, 'unknown-thing', 'destroyed');
    refresher.soon('works');
    await refresher.idle();
    expect((await library.snapshot()).entities).toContainEqual(expect.objectContaining({ id: 'unknown-thing' }));
  });

  it('are folded in soon after they were added, without the answer waiting for it', async () => {
    await sut.build('works', undefined, signal);
    const refresher = new GraphRefresher({ builder: sut, log: library.log });
    const entities = new InMemoryEntityStore();
    const controller = new ChangelogController(
      new ChangelogWriter(
        library.changelogs,
        new ManualClock(0),
        new KnownEntities(entities, new SnapshotReader(library.graphs)),
        refresher,
      ),
    );
    const entity_updates = [{ entity_id: await highest(), status: 'destroyed' }];
    const input = addChanges.input.parse({ collection: 'works', entries: [{ session_id: 1, entity_updates }] });
    await controller.add(input, { signal } as OperationContext);
    expect(await events()).toBe(0);
    await refresher.idle();
    expect(await events()).toBe(1);
  });

  it('share one rebuild when they come at once, and get another when they come during one', async () => {
    await sut.build('works', undefined, signal);
    const runs: string[] = [];
    let open: () => void = () => undefined;
    const builder = {
      refreshAfterChanges: async (collection: string) => {
        runs.push(collection);
        await new Promise<void>((resolve) => (open = resolve));
      },
    };
    const refresher = new GraphRefresher({ builder, log: library.log });
    for (let i = 0; i < 5; i += 1) refresher.soon('works');
    expect(runs).toEqual(['works']);
    refresher.soon('works');
    refresher.soon('other');
    open();
    for (let left = 2; left > 0; left -= 1) {
      await new Promise((resolve) => setImmediate(resolve));
      open();
    }
    await refresher.idle();
    expect(runs.slice(1).sort()).toEqual(['other', 'works']);
  });

  it('that cannot be folded in are logged, and the next ones are tried again', async () => {
    await sut.build('works', undefined, signal);
    const refresher = new GraphRefresher({ builder: sut, log: library.log });
    const read = library.changelogs.read.bind(library.changelogs);
    library.changelogs.read = down;
    await library.change(1, await highest(), 'destroyed');
    refresher.soon('works');
    await refresher.idle();
    expect(library.warnings).toEqual(['the knowledge graph was not rebuilt after changes; the former one is used']);
    library.changelogs.read = read;
    refresher.soon('works');
    await refresher.idle();
    expect(await events()).toBe(1);
  });

  it('end their rebuild at a shutdown, and start none after it', async () => {
    const { version } = await sut.build('works', undefined, signal);
    await library.change(1, await highest(), 'destroyed');
    const refresher = new GraphRefresher({ builder: sut, log: library.log });
    refresher.soon('works');
    await refresher.close();
    refresher.soon('works');
    await refresher.idle();
    expect(await library.version()).toBe(version);
  });
});
