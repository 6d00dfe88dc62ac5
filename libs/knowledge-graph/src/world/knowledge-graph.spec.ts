import { soakCount, soakSeed } from '@arbiter/testing';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { snapshotByHand } from '../../test/snapshot-by-hand.js';
import { graphOf, TOWN } from '../../test/towns.js';
import { KnowledgeGraph } from './knowledge-graph.js';

const ENTITIES = 5;
const row = fc
  .tuple(fc.nat(ENTITIES - 1), fc.nat(ENTITIES - 1), fc.nat(40), fc.integer({ min: 1, max: 6 }))
  .map(([entity, document, start, length]): [number, number, number, number] => [
    entity,
    document,
    start,
    start + length,
  ]);

describe('a knowledge graph', () => {
  it('finds the mentions that begin in a span, as a search through all of them does', () => {
    const drawn = fc.record({
      rows: fc.array(row, { maxLength: 60 }),
      document: fc.nat(ENTITIES),
      start: fc.nat(50),
      length: fc.nat(50),
    });
    fc.assert(
      fc.property(drawn, ({ rows, document, start, length }) => {
        const snapshot = snapshotByHand(ENTITIES, [], rows);
        const found = new KnowledgeGraph(snapshot).mentionsIn(`doc-${document}`, start, start + length);
        const expected = rows
          .filter(([, at, from]) => at === document && from >= start && from < start + length)
          .sort((a, b) => a[2] - b[2] || a[0] - b[0])
          .map(([node, , from, end]) => ({ node, start: from, end }));
        expect(found.toSorted((a, b) => a.start - b.start || a.node - b.node || a.end - b.end)).toEqual(
          expected.toSorted((a, b) => a.start - b.start || a.node - b.node || a.end - b.end),
        );
        expect(found.map((mention) => mention.start)).toEqual(expected.map((mention) => mention.start));
      }),
      { numRuns: soakCount(1_000), seed: soakSeed('mentions in a span') },
    );
  });

  it('finds entities by the names and places that documents give them', () => {
    const graph = graphOf();
    const question = 'Does Orsolya Beck still keep the Grey Mill?';
    expect(graph.namedIn(question).map(({ node }) => graph.entities[node]?.id)).toEqual(['orsolya-beck', 'grey-mill']);
    for (const { id, title } of TOWN)
      expect(graph.subjectsOf(id).map((node) => graph.entities[node]?.name)).toEqual([title]);
    expect(graph.subjectsOf('unknown')).toEqual([]);
  });

  it('gives the place where the documents tell a relation, and none for what they do not tell', () => {
    const graph = graphOf();
    const place = graph.evidenceOf('grey-mill', 'kept_by', 'orsolya-beck');
    const { id } = graph.document(place!.document)!;
    const { text } = TOWN.find((document) => document.id === id)!;
    expect(text.slice(place!.start, place!.end)).toContain('kept by Orsolya Beck');
    expect(graph.evidenceOf('orsolya-beck', 'kept_by', 'grey-mill')).toBeNull();
    expect(graph.evidenceOf('nobody', 'kept_by', 'grey-mill')).toBeNull();
  });
});
