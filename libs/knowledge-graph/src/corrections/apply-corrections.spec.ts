import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { GraphCorrection } from '@arbiter/contracts';
import { soakCount, soakSeed } from '@arbiter/testing';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { documentOf, logOf, SCHEMA, statusIn, TOWN, worldOf } from '../../test/towns.js';
import { buildSnapshot, extractGraph, type GraphDocument, versionOf } from '../snapshot/build-snapshot.js';
import { decodeSnapshot, encodeSnapshot } from '../snapshot/encode-snapshot.js';
import { KnowledgeGraph } from '../world/knowledge-graph.js';
import { applyCorrection, resolveCorrection } from './apply-corrections.js';

type Wanted = Readonly<Record<string, unknown>>;
const numbered = (corrections: readonly unknown[]) =>
  corrections.map((correction, index) => ({ id: index + 1, correction: GraphCorrection.parse(correction) }));

/** The graph of documents with corrections whose entities have ids. */
function corrected(corrections: readonly Wanted[], documents: readonly GraphDocument[] = TOWN, log = logOf()) {
  return new KnowledgeGraph(
    buildSnapshot(documents, {
      ...{ collection: 'town', schema: SCHEMA, version: 'v1', corrections: numbered(corrections) },
      changes: { entries: log.entries(), lastEvent: log.events.length },
    }),
  );
}

const problemsOf = (graph: KnowledgeGraph) => (graph.snapshot.corrections ?? []).map(({ problem }) => problem);
const related = (graph: KnowledgeGraph) => graph.relations.map(({ from, type, to }) => `${from} ${type} ${to}`);
/** What documents call an entity. */
function mentionsOf(graph: KnowledgeGraph, documents: readonly GraphDocument[], id: string): string[] {
  const node = graph.nodeOf(id);
  return documents.flatMap(({ id: document, text }) =>
    graph
      .mentionsIn(document, 0, text.length)
      .filter((mention) => mention.node === node)
      .map(({ start, end }) => text.slice(start, end)),
  );
}

/** One person under three names, and two things of one. */
const HARBOUR: readonly GraphDocument[] = [
  documentOf('person/torven-hale.md', 'Torven Hale', 'Torven Hale is a merchant who keeps the Salt House.'),
  documentOf('person/grey-torven.md', 'Grey Torven', 'Grey Torven is a fence. Grey Torven lives at Low Sedge.'),
  documentOf('place/salt-house.md', 'Salt House', 'The Salt House is a store.'),
  documentOf('place/low-sedge.md', 'Low Sedge', 'Low Sedge is a hamlet.'),
  documentOf('person/kestrel-vane.md', 'Kestrel Vane', 'Kestrel Vane is a pilot who lives at Low Sedge.', {
    metadata: { aliases: ['the Long Gull', 'Vane the Younger'] },
  }),
  documentOf('notes/wreck.md', 'The wreck', 'The Long Gull is a dredger. The Salt House is kept by the Long Gull.'),
];

describe('a merge', () => {
  const merge: Wanted = { kind: 'merge', entities: ['grey-torven'], into: 'torven-hale' };

  it('gives the entity that stays the names, mentions, descriptions and relations of the others', () => {
    const graph = corrected([merge], HARBOUR);
    expect(problemsOf(graph)).toEqual([null]);
    expect(graph.nodeOf('grey-torven')).toBeUndefined();
    expect(graph.entity('torven-hale')).toMatchObject({
      name: 'Torven Hale',
      aliases: expect.arrayContaining(['Grey Torven']),
      formerIds: ['grey-torven'],
      describedIn: [expect.any(Number), expect.any(Number)],
    });
    expect(mentionsOf(graph, HARBOUR, 'torven-hale')).toEqual(expect.arrayContaining(['Grey Torven', 'Torven Hale']));
    expect(related(graph).filter((one) => one.includes('low-sedge') && one.includes('torven-hale'))).toHaveLength(1);
    expect(related(graph).some((one) => one.includes('grey-torven'))).toBe(false);
  });

  it('lets changes of the former ids, and later corrections by their names, find the entity', () => {
    const log = logOf(statusIn(1, 'grey-torven', 'dead'));
    const graph = corrected([merge], HARBOUR, log);
    expect(worldOf(graph, log).isUnavailable('torven-hale')).toBe(true);
    const extracted = extractGraph(HARBOUR, { schema: SCHEMA });
    const after = applyCorrection(extracted, GraphCorrection.parse(merge), extracted.documents);
    for (const entity of ['Grey Torven', 'grey-torven'])
      expect(resolveCorrection(after, { kind: 'retype', entity, type: 'spy' })).toMatchObject({
        entity: 'torven-hale',
      });
  });

  it('drops relations between the merged, and keeps of equal ones the first', () => {
    const graph = corrected([
      { kind: 'merge', entities: ['orsolya-beck'], into: 'anton-rask' },
      { kind: 'merge', entities: ['great-wheel'], into: 'grey-mill', type: 'place' },
    ]);
    expect(problemsOf(graph)).toEqual([null, null]);
    const relations = related(graph);
    expect(new Set(relations).size).toBe(relations.length);
    expect(graph.relations.some(({ from, to }) => from === to)).toBe(false);
  });

  it('of two types needs the type that they have together', () => {
    const two = { kind: 'merge', entities: ['great-wheel'], into: 'grey-mill' };
    expect(problemsOf(corrected([two]))).toEqual([
      '"Grey Mill" is a place and "Great Wheel" a machine: say which type the merged entity has.',
    ]);
    expect(corrected([{ ...two, type: 'works' }]).entity('grey-mill')?.type).toBe('works');
  });
});

describe('a split', () => {
  const byAlias: Wanted = {
    ...{ kind: 'split', entity: 'kestrel-vane', name: 'Long Gull', id: 'long-gull', type: 'machine' },
    aliases: ['the Long Gull'],
  };

  it('by an alias takes along its mentions, and the relations of sentences that name nothing else', () => {
    const graph = corrected([byAlias], HARBOUR);
    expect(problemsOf(graph)).toEqual([null]);
    expect(graph.entity('long-gull')).toMatchObject({ name: 'Long Gull', type: 'machine' });
    expect(graph.entity('kestrel-vane')?.aliases).toEqual(['Vane the Younger']);
    expect(new Set(mentionsOf(graph, HARBOUR, 'long-gull'))).toEqual(new Set(['Long Gull']));
    expect(mentionsOf(graph, HARBOUR, 'kestrel-vane')).not.toContain('Long Gull');
    expect(related(graph)).toContain('salt-house kept_by long-gull');
    expect(related(graph).some((one) => one.includes('kestrel-vane') && one.includes('low-sedge'))).toBe(true);
  });

  it('by an alias leaves relations whose sentence names what stays', () => {
    const both = 'The Salt House is kept by the Long Gull, that is Vane the Younger.';
    const documents = [...HARBOUR.slice(0, -1), documentOf('notes/wreck.md', 'The wreck', both)];
    expect(related(corrected([], documents))).toContain('salt-house kept_by kestrel-vane');
    expect(related(corrected([byAlias], documents))).toContain('salt-house kept_by kestrel-vane');
  });

  it('by documents takes along whatever they say of the entity, though the name is the same', () => {
    const herons = [
      documentOf('person/heron.md', 'Heron', 'Heron is a sailor. Heron lives at Low Sedge.'),
      documentOf('person/log.md', 'Log of a boat', 'Heron left at dawn. Heron is located in Low Sedge.'),
      documentOf('place/low-sedge.md', 'Low Sedge', 'Low Sedge is a hamlet.'),
    ];
    const split: Wanted = { kind: 'split', entity: 'heron', name: 'Heron (boat)', id: 'heron-boat', type: 'boat' };
    const graph = corrected([{ ...split, documents: ['person/log.md'] }], herons);
    expect(problemsOf(graph)).toEqual([null]);
    expect(mentionsOf(graph, herons, 'heron-boat')).toEqual(['Heron', 'Heron']);
    expect(mentionsOf(graph, herons, 'heron').length).toBeGreaterThanOrEqual(2);
    expect(graph.mentionsIn('id-person/log.md', 0, 99).map(({ node }) => graph.entities[node]?.id)).not.toContain(
      'heron',
    );
    // Merged again, they are one: nothing of the split is left over.
    const again = corrected(
      [
        { ...split, documents: ['id-person/log.md'] },
        { kind: 'merge', entities: ['heron-boat'], into: 'heron', type: 'person' },
      ],
      herons,
    );
    expect(mentionsOf(again, herons, 'heron')).toEqual(mentionsOf(corrected([], herons), herons, 'heron'));
  });

  it.each<[string, object, string]>([
    ['the name itself', { aliases: ['Kestrel Vane'] }, 'is the name of the entity, not an alias'],
    ['an alias that it has not', { aliases: ['Nobody'] }, '"Nobody" is no alias of "Kestrel Vane"'],
    ['a document that there is not', { documents: ['x.md'] }, 'There is no document "x.md"'],
    ['documents that do not name it', { documents: ['place/salt-house.md'] }, 'None of these documents names'],
    [
      'all documents',
      { documents: ['person/kestrel-vane.md', 'notes/wreck.md'] },
      'Nothing would be left of "Kestrel Vane"',
    ],
  ])('off %s is not applied', (_, parts, problem) => {
    const { aliases: _none, ...split } = byAlias;
    const graph = corrected([{ ...split, ...parts }], HARBOUR);
    expect(problemsOf(graph)).toEqual([expect.stringContaining(problem)]);
    expect({ ...graph.snapshot, corrections: undefined }).toEqual(corrected([], HARBOUR).snapshot);
  });
});

describe('an entity', () => {
  it('that is renamed keeps its id and its former name, and the changelog finds it by either', () => {
    const log = logOf(statusIn(1, 'wheel-house', 'flooded'), statusIn(2, 'grey-mill', 'dry'));
    const graph = corrected([{ kind: 'rename', entity: 'grey-mill', name: 'Wheel House' }], TOWN, log);
    expect(graph.entity('grey-mill')).toMatchObject({ name: 'Wheel House', aliases: ['Grey Mill'] });
    // The changelog alone had named it before.
    expect(graph.nodeOf('wheel-house')).toBeUndefined();
    expect(worldOf(graph, log).state.entities.get('grey-mill')?.changes).toHaveLength(2);
    expect(mentionsOf(graph, TOWN, 'grey-mill').length).toBeGreaterThan(1);
  });

  it('is not given the name of another of its type', () => {
    const [problem] = problemsOf(corrected([{ kind: 'rename', entity: 'grey-mill', name: 'Low Sedge' }]));
    expect(problem).toContain('There is a place of the name "Low Sedge" already (low-sedge)');
  });

  it('that is added is found in the documents, and its definition has no place in them', () => {
    const graph = corrected([
      {
        kind: 'add-entity',
        id: 'river',
        name: 'Long Water',
        type: 'river',
        aliases: ['the river'],
        definition: 'A river.',
      },
    ]);
    expect(mentionsOf(graph, TOWN, 'river')).toEqual(['river']);
    expect(graph.entity('river')).toMatchObject({ definition: 'A river.', definedAt: null, describedIn: [] });
  });

  it('that was added is the one that documents describe later, if the type is the same', () => {
    const added = { kind: 'add-entity', id: 'coal-yard', name: 'Coal Yard', aliases: ['the tip'], type: 'place' };
    const later = [...TOWN, documentOf('place/coal-yard.md', 'Coal Yard', 'The Coal Yard is a yard.')];
    const graph = corrected([added], later);
    expect(graph.entity('coal-yard')).toMatchObject({
      aliases: ['the tip'],
      definition: expect.stringContaining('yard'),
    });
    expect(graph.entities.filter(({ name }) => name === 'Coal Yard')).toHaveLength(1);
    expect(problemsOf(corrected([{ ...added, type: 'person' }], later))).toEqual([
      '"Coal Yard" has the id "coal-yard" and is a place, not a person.',
    ]);
  });

  it('that is edited gains and loses names with their mentions', () => {
    const graph = corrected(
      [{ kind: 'edit-entity', entity: 'kestrel-vane', addAliases: ['the pilot'], removeAliases: ['The Long Gull'] }],
      HARBOUR,
    );
    expect(mentionsOf(corrected([], HARBOUR), HARBOUR, 'kestrel-vane')).toContain('Long Gull');
    expect(graph.entity('kestrel-vane')?.aliases).toEqual(['Vane the Younger', 'the pilot']);
    expect(mentionsOf(graph, HARBOUR, 'kestrel-vane')).not.toContain('Long Gull');
    const [problem] = problemsOf(
      corrected([{ kind: 'edit-entity', entity: 'kestrel-vane', removeAliases: ['x'] }], HARBOUR),
    );
    expect(problem).toBe('"x" is no alias of "Kestrel Vane".');
  });

  it('that is deleted takes its relations and mentions along, and the changelog does not bring it back', () => {
    const log = logOf(statusIn(1, 'great-wheel', 'broken'), statusIn(1, 'no-thing', 'odd'));
    const graph = corrected(
      [
        { kind: 'delete-entity', entity: 'great-wheel' },
        { kind: 'delete-entity', entity: 'no-thing' },
      ],
      TOWN,
      log,
    );
    expect(graph.nodeOf('great-wheel')).toBeUndefined();
    expect(related(graph).some((one) => one.includes('great-wheel'))).toBe(false);
    expect(worldOf(graph, log).unresolved).toEqual(new Set(['great-wheel', 'no-thing']));
  });
});

describe('a relation', () => {
  const [known] = corrected([]).relations;
  const gull = { from: 'gull-rock', type: 'near', to: 'low-sedge' };

  it('is added without a place, deleted, and replaced with the place that it had', () => {
    const graph = corrected([
      { kind: 'add-relation', ...gull },
      { kind: 'edit-relation', ...known, becomes: { from: known!.to, type: 'worked by', to: known!.from } },
    ]);
    expect(problemsOf(graph)).toEqual([null, null]);
    expect(related(graph)).toEqual(
      expect.arrayContaining(['gull-rock near low-sedge', `${known!.to} worked_by ${known!.from}`]),
    );
    expect(related(graph)).not.toContain(`${known!.from} ${known!.type} ${known!.to}`);
    expect(graph.evidenceOf('gull-rock', 'near', 'low-sedge')).toBeNull();
    expect(graph.evidenceOf(known!.to, 'worked_by', known!.from)).not.toBeNull();
    expect(related(corrected([{ kind: 'delete-relation', ...known }]))).toHaveLength(
      corrected([]).relations.length - 1,
    );
  });

  it.each<[string, Wanted, string]>([
    ['that is there already', { kind: 'add-relation', ...known }, 'is in the knowledge graph already'],
    ['of an unknown entity', { kind: 'add-relation', ...gull, to: 'nowhere' }, 'no entity "nowhere"'],
    ['that nobody told', { kind: 'delete-relation', ...known, type: 'eats' }, `but "${known!.from} ${known!.type}`],
    [
      'of an entity to itself',
      { kind: 'edit-relation', ...known, becomes: { to: known!.from } },
      'to itself says nothing',
    ],
  ])('%s is not applied', (_, correction, problem) => {
    expect(problemsOf(corrected([correction]))).toEqual([expect.stringContaining(problem)]);
  });
});

describe('a word in a correction', () => {
  const extracted = extractGraph(
    [
      ...TOWN,
      documentOf('person/heron.md', 'Heron', 'Heron is a sailor.'),
      documentOf('machine/heron.md', 'Heron', 'The Heron is a dredger.'),
    ],
    { schema: SCHEMA },
  );
  const resolve = (correction: Wanted) => resolveCorrection(extracted, GraphCorrection.parse(correction));

  it('is an id, a name or an alias of one entity', () => {
    expect(resolve({ kind: 'delete-entity', entity: 'the grey mill' })).toMatchObject({ entity: 'grey-mill' });
    expect(() => resolve({ kind: 'delete-entity', entity: 'Heron' })).toThrow('several entities "Heron": use the id');
    expect(() => resolve({ kind: 'delete-entity', entity: 'Nobody' })).toThrow('no entity "Nobody"');
    expect(resolve({ kind: 'merge', entities: ['Low Sedge', 'low-sedge'], into: 'grey-mill' })).toMatchObject({
      entities: ['low-sedge'],
    });
  });

  it('names a new entity only if no other of the type has the name, and no other the id', () => {
    const add = { kind: 'add-entity', name: 'Coal Yard', type: 'place' };
    expect(resolve(add)).toMatchObject({ id: 'coal-yard' });
    expect(() => resolve({ ...add, name: 'Grey Mill' })).toThrow('place of the name "Grey Mill" already (grey-mill)');
    expect(resolve({ ...add, name: 'Grey Mill', type: 'song' })).toMatchObject({ id: 'grey-mill-2' });
    expect(() => resolve({ ...add, id: 'low-sedge' })).toThrow('id "low-sedge" already');
    expect(() => resolve({ ...add, name: '!?' })).toThrow('gives no id');
  });
});

describe('corrections of any kind in any order', () => {
  const id = fc.constantFrom(...corrected([]).entities.map((entity) => entity.id), 'new-thing', 'nobody');
  const type = fc.constantFrom('person', 'place', 'thing');
  const relation = { from: id, type: fc.constantFrom('kept_by', 'located_in', 'near'), to: id };
  const correction = fc
    .oneof(
      fc.record({ kind: fc.constant('merge'), entities: fc.array(id, { minLength: 1, maxLength: 2 }), into: id, type }),
      fc.record({
        ...{
          kind: fc.constant('split'),
          entity: id,
          name: fc.constant('New Thing'),
          id: fc.constant('new-thing'),
          type,
        },
        documents: fc.subarray(TOWN.map(({ source }) => source)),
      }),
      fc.record({ kind: fc.constant('rename'), entity: id, name: fc.constantFrom('Low Sedge', 'Old Mill') }),
      fc.record({ kind: fc.constant('retype'), entity: id, type }),
      fc.record({
        kind: fc.constant('add-entity'),
        name: fc.constant('New Thing'),
        id: fc.constant('new-thing'),
        type,
      }),
      fc.record({ kind: fc.constant('edit-entity'), entity: id, addAliases: fc.constant(['the hamlet']) }),
      fc.record({ kind: fc.constant('delete-entity'), entity: id }),
      fc.record({ kind: fc.constant('add-relation'), ...relation }),
      fc.record({ kind: fc.constant('edit-relation'), ...relation, becomes: fc.record({ to: id }) }),
      fc.record({ kind: fc.constant('delete-relation'), ...relation }),
    )
    .filter((one) => GraphCorrection.safeParse(one).success);
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

  it('give a graph that can be written and read, each with an outcome, whatever the order of documents', () => {
    fc.assert(
      fc.property(fc.array(correction, { maxLength: 8 }), (corrections) => {
        const { snapshot } = corrected(corrections);
        expect(problemsOf(corrected(corrections))).toHaveLength(corrections.length);
        const bytes = encodeSnapshot(snapshot, gzipSync);
        expect(decodeSnapshot(bytes, gunzipSync)).toEqual(snapshot);
        const shuffled = corrected(corrections, TOWN.toReversed()).snapshot;
        expect(Buffer.from(encodeSnapshot(shuffled, gzipSync))).toEqual(Buffer.from(bytes));
        expect(new Set(snapshot.entities.map((entity) => entity.id)).size).toBe(snapshot.entities.length);
        for (const { from, to } of snapshot.relations) expect(from).not.toBe(to);
      }),
      { numRuns: soakCount(300), seed: soakSeed('graphs with corrections') },
    );
  });

  it('have a version of their own, and none the version of the documents alone', () => {
    const input = { schema: SCHEMA, lastEvent: 0 };
    const plain = versionOf(TOWN, input, sha256);
    const corrections = numbered([{ kind: 'delete-entity', entity: 'grey-mill' }]);
    expect(versionOf(TOWN, { ...input, corrections: [] }, sha256)).toBe(plain);
    expect(versionOf(TOWN, { ...input, corrections }, sha256)).not.toBe(plain);
    expect(corrected([]).snapshot).not.toHaveProperty('corrections');
  });
});
