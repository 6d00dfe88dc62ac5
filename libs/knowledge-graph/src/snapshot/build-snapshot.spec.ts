import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { GraphSchema } from '@arbiter/contracts';
import {
  buildGraph,
  connectedComponents,
  distancesFrom,
  inducedSubgraph,
  membersOf,
  shortestPath,
} from '@arbiter/graph';
import { soakCount, soakSeed } from '@arbiter/testing';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { documentOf, graphOf, logOf, SCHEMA, statusIn, TOWN, worldOf } from '../../test/towns.js';
import { buildSnapshot, versionOf } from './build-snapshot.js';
import type { GraphDocument } from './document-reading.js';
import { decodeSnapshot, encodeSnapshot } from './encode-snapshot.js';
import { edgesOf } from './relation-edges.js';

const build = (documents: readonly GraphDocument[], schema = SCHEMA) =>
  buildSnapshot(documents, { collection: 'town', schema, version: 'v1' });

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const NAMES = ['Orsolya Beck', 'Anton Rask', 'Grey Mill', 'Low Sedge', 'Weir Guild', 'Great Wheel'];
const name = fc.constantFrom(...NAMES);
const sentence = fc
  .tuple(
    name,
    fc.constantFrom('is led by', 'is kept by', 'contains', 'is located in', 'supplies', 'waits beside'),
    name,
  )
  .map(([from, verb, to]) => `${from} ${verb} ${to}.`);
/** Documents about towns that nobody wrote: relations of all shapes, cycles and self-relations among them. */
const town = fc
  .array(fc.tuple(name, fc.array(sentence, { maxLength: 6 })), { maxLength: 8 })
  .map((pages) => pages.map(([title, sentences], at) => documentOf(`notes/${at}.md`, title, sentences.join(' '))));

describe('a snapshot', () => {
  it('of equal documents is equal to the byte, whatever their order', () => {
    const sha = versionOf(TOWN, { schema: SCHEMA, lastEvent: 0 }, sha256);
    expect(sha).toMatch(/^[0-9a-f]{32}$/);
    expect(versionOf(TOWN.toReversed(), { schema: SCHEMA, lastEvent: 0 }, sha256)).toBe(sha);
    fc.assert(
      fc.property(town, fc.infiniteStream(fc.nat()), (documents, keys) => {
        const shuffled = documents
          .map((document) => ({ document, key: keys.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ document }) => document);
        expect(Buffer.from(encodeSnapshot(build(shuffled), gzipSync))).toEqual(
          Buffer.from(encodeSnapshot(build(documents), gzipSync)),
        );
      }),
      { numRuns: soakCount(200), seed: soakSeed('snapshot of shuffled documents') },
    );
  });

  it.each<[string, readonly GraphDocument[], GraphSchema, number]>([
    ['another text', TOWN.with(0, { ...TOWN[0]!, contentHash: 'other' }), SCHEMA, 0],
    ['another path', TOWN.with(0, { ...TOWN[0]!, source: 'organisation/grey-mill.md' }), SCHEMA, 0],
    ['a document less', TOWN.slice(1), SCHEMA, 0],
    ['another schema', TOWN, GraphSchema.parse({ entityTypes: ['ship'] }), 0],
    ['a change', TOWN, SCHEMA, 1],
  ])('has another version after %s', (_, documents, schema, lastEvent) => {
    expect(versionOf(documents, { schema, lastEvent }, sha256)).not.toBe(
      versionOf(TOWN, { schema: SCHEMA, lastEvent: 0 }, sha256),
    );
  });

  it('is the same wherever its documents were read from, which tells in their ids', () => {
    const renamed = TOWN.map((document) => ({ ...document, id: sha256(`elsewhere/${document.id}`) }));
    const [here, elsewhere] = [build(TOWN), build(renamed)];
    const withoutIds = ({ documents, ...snapshot }: typeof here) => ({
      ...snapshot,
      documents: documents.map(({ source, title }) => ({ source, title })),
    });
    expect(withoutIds(elsewhere)).toEqual(withoutIds(here));
  });

  it('survives being written and read', () => {
    const snapshot = build(TOWN);
    expect(decodeSnapshot(encodeSnapshot(snapshot, gzipSync), gunzipSync)).toEqual(snapshot);
  });

  it('of no documents is empty, and everything that reads it finds nothing', () => {
    const graph = graphOf([]);
    expect(graph.snapshot).toMatchObject({ entities: [], relations: [], levels: [], documents: [] });
    expect(decodeSnapshot(encodeSnapshot(graph.snapshot, gzipSync), gunzipSync)).toEqual(graph.snapshot);
    expect(graph.namedIn('Grey Mill')).toEqual([]);
    expect(worldOf(graph, logOf(statusIn(1, 'grey-mill', 'burned'))).unresolved).toEqual(new Set(['grey-mill']));
  });

  it('of one thing has one community of one, and an importance', () => {
    const { entities, levels } = build([documentOf('place/grey-mill.md', 'Grey Mill', 'The Grey Mill is a mill.')]);
    expect(entities.map(({ id }) => id)).toEqual(['grey-mill']);
    expect(entities[0]?.importance.composite).toBeGreaterThanOrEqual(0);
    expect(levels.map(({ partCount, membership }) => [partCount, ...membership])).toEqual([[1, 0]]);
  });

  it('of things that hang together in nothing keeps them apart', () => {
    const graph = graphOf();
    const [mill, rock] = [graph.nodeOf('grey-mill')!, graph.nodeOf('gull-rock')!];
    const { membership } = graph.snapshot.levels.at(-1)!;
    expect(membership[mill]).not.toBe(membership[rock]);
    const { entities, relations, mentions } = graph.snapshot;
    const links = buildGraph(entities.length, edgesOf(relations, mentions));
    expect(shortestPath(links, mill, rock)).toBeNull();
    expect(distancesFrom(links, [mill])[rock]).toBe(Infinity);
  });

  it('keeps namesakes of two types apart', () => {
    const graph = graphOf([
      documentOf('person/heron.md', 'Heron', 'Heron is a sailor who keeps the Tide Inn.'),
      documentOf('machine/heron.md', 'Heron', 'The Heron is a dredger.'),
    ]);
    const herons = graph.entities.filter((entity) => entity.name === 'Heron');
    expect(herons.map(({ type }) => type).sort()).toEqual(['machine', 'person']);
    expect(new Set(herons.map(({ id }) => id)).size).toBe(2);
    const world = worldOf(graph, logOf(statusIn(1, 'Heron', 'scrapped')));
    // Whose status it is, nobody knows: none is hit.
    expect(world.unresolved).toEqual(new Set(['Heron']));
    expect(herons.some(({ id }) => world.isUnavailable(id))).toBe(false);
  });

  it('lets neither a thing in itself nor a circle of containment into a community of its own making', () => {
    const graph = graphOf([
      documentOf('place/a.md', 'Outer Yard', 'Outer Yard is located in Inner Yard. Outer Yard contains Outer Yard.'),
      documentOf('place/b.md', 'Inner Yard', 'Inner Yard is located in Cellar Yard.'),
      documentOf('place/c.md', 'Cellar Yard', 'Cellar Yard is located in Outer Yard.'),
    ]);
    expect(graph.relations.some(({ from, to }) => from === to)).toBe(false);
    const world = worldOf(graph, logOf(statusIn(1, 'inner-yard', 'flooded')));
    expect(graph.entities.map(({ id }) => world.isUnavailable(id))).toEqual([true, true, true]);
    expect(world.standingOf('inner-yard').chain).toBeNull();
    expect(world.standingOf('outer-yard').chain).toHaveLength(1);
    expect(world.standingOf('cellar-yard').chain).toHaveLength(2);
  });

  it('has communities that are connected and hold every entity once, at every level', () => {
    fc.assert(
      fc.property(town, (documents) => {
        const { entities, relations, mentions, levels } = build(documents);
        const links = buildGraph(entities.length, edgesOf(relations, mentions));
        expect(levels.length > 0).toBe(entities.length > 0);
        for (const level of levels) {
          const members = membersOf(level);
          expect(members.flatMap((some) => [...some]).sort((a, b) => a - b)).toEqual([...entities.keys()]);
          for (const some of members) expect(connectedComponents(inducedSubgraph(links, some)).partCount).toBe(1);
        }
        for (const { importance } of entities)
          for (const measure of Object.values(importance)) {
            expect(measure).toBeGreaterThanOrEqual(0);
            expect(measure).toBeLessThanOrEqual(1 + 1e-9);
          }
      }),
      { numRuns: soakCount(200), seed: soakSeed('communities of snapshots') },
    );
  });

  it('cuts large communities until a summary can name each member', () => {
    const people = Array.from({ length: 60 }, (_, at) => `Mara Quill${String.fromCharCode(97 + (at % 26))}${at}`);
    const documents = people.map((one, at) =>
      documentOf(`person/${at}.md`, one, `${one} is a member of the Weir Guild.`),
    );
    const { levels, entities } = build([...TOWN, ...documents]);
    expect(entities.length).toBeGreaterThanOrEqual(60);
    const sizes = levels.map((level) => membersOf(level).map(({ length }) => length));
    expect(Math.max(...sizes[0]!)).toBeGreaterThan(24);
    expect(Math.max(...sizes.at(-1)!)).toBeLessThanOrEqual(24);
    // The largest that fit, not one community a person.
    expect(Math.max(...sizes.at(-1)!)).toBeGreaterThan(4);
  });

  it('has the weights that its schema declares for relation types, and else those of their meaning', () => {
    const importanceOf = (weight: number): number => {
      const schema = GraphSchema.parse({ ...SCHEMA, relationTypes: [{ type: 'kept_by', weight }] });
      return graphOf(TOWN, schema).entities.find(({ id }) => id === 'orsolya-beck')!.importance.pageRank;
    };
    expect(importanceOf(50)).toBeGreaterThan(importanceOf(0.01));
    const relations = ['kept_by', 'knows', 'led_by'].map((type) => ({ from: 0, to: 1, type }));
    const declared = [{ type: 'kept_by', weight: 7 }, { type: 'led_by' }];
    expect(edgesOf(relations, new Uint32Array(), declared).map(([, , weight]) => weight)).toEqual([7, 0.5, 1]);
  });

  it('takes what sessions tell as mentions, not as relations', () => {
    const said = 'Anton Rask says that the Grey Mill is kept by Anton Rask.';
    const graph = graphOf([...TOWN, documentOf('sessions/1.md', 'Session 1', said, { session: 1 })]);
    expect(graph.relations).toEqual(graphOf().relations);
    expect(graph.mentionsIn('id-sessions/1.md', 0, said.length).length).toBeGreaterThanOrEqual(2);
  });
});
