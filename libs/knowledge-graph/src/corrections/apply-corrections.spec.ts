import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { GraphCorrection } from '@arbiter/contracts';
import { soakCount, soakSeed } from '@arbiter/testing';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { corrected, HARBOUR, numbered, problemsOf } from '../../test/corrected-graph.js';
import { documentOf, SCHEMA, TOWN } from '../../test/towns.js';
import { versionOf } from '../snapshot/build-snapshot.js';
import { decodeSnapshot, encodeSnapshot } from '../snapshot/encode-snapshot.js';

describe('an entity that new documents give a fuller name', () => {
  const early = [documentOf('notes/a.md', 'A log', 'Beck is a miller. Beck lives at Low Sedge.')];
  const later = [
    ...TOWN.slice(0, 2),
    documentOf('person/torven.md', 'Torven Hale', 'Torven Hale, called Torven, is a fence.'),
  ];

  it('has the corrections of its former id', () => {
    const graph = corrected([{ kind: 'retype', entity: 'torven', type: 'spy' }], later);
    expect(graph.nodeOf('torven')).toBeUndefined();
    expect(problemsOf(graph)).toEqual([null]);
    expect(graph.entity('torven-hale')?.type).toBe('spy');
    expect(problemsOf(corrected([{ kind: 'retype', entity: 'torven', type: 'spy' }], early))).toEqual([
      'The knowledge graph has no entity "torven".',
    ]);
  });

  it('is not taken for one that a correction has made or merged away', () => {
    const gone = { kind: 'delete-entity', entity: 'grey-torven' };
    const merge = { kind: 'merge', entities: ['grey-torven'], into: 'torven-hale' };
    expect(problemsOf(corrected([merge, gone], HARBOUR))).toEqual([
      null,
      'The knowledge graph has no entity "grey-torven".',
    ]);
    const added = { kind: 'add-entity', id: 'torven', name: 'Young Torven', type: 'person' };
    const graph = corrected([{ kind: 'delete-entity', entity: 'torven' }, added], later);
    expect(problemsOf(graph)).toEqual(['The knowledge graph has no entity "torven".', null]);
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
