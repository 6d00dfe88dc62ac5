import { describe, expect, it } from '@jest/globals';
import { documentOf, graphOf, logOf, statusIn, TOWN, worldOf } from '../../test/towns.js';
import { KnowledgeGraph } from '../world/knowledge-graph.js';
import { previewOf } from './preview.js';
import { isProvenRelation, statesIn } from './wording.js';

const graph = graphOf();
const world = worldOf(graph, logOf(statusIn(2, 'grey-mill', 'closed'), statusIn(3, 'anton-rask', 'dead')));
const MILL = 'Grey Mill is closed since session 2.';

describe('the states in a text', () => {
  it('are those of everything that it names and that cannot be used, each once', () => {
    expect(statesIn(world, { text: 'The Grey Mill stands by Gull Rock. Grey Mill grinds.' })).toEqual([MILL]);
    expect(statesIn(world, { text: 'Anton Rask bought the Grey Mill.' })).toEqual([
      'Anton Rask is dead since session 3.',
      MILL,
    ]);
    expect(statesIn(world, { text: 'Gull Rock is an island.' })).toEqual([]);
  });

  it('are those of things that it mentions by another word, too', () => {
    // "It is located in the Grey Mill."
    const at = { documentId: 'id-machine/great-wheel.md', start: 33, end: 67 };
    expect(statesIn(world, { text: 'It turns in there.', at })).toContain(MILL);
  });

  it('stand in a preview beside what names the thing', () => {
    const dead = worldOf(graph, logOf(statusIn(2, 'orsolya-beck', 'dead')));
    const { reason, relations, states } = previewOf(dead, graph.nodeOf('grey-mill')!);
    expect(relations.map(({ name }) => name)).toEqual(['Great Wheel']);
    // Its own is its reason.
    expect(reason).toBe('Grey Mill is closed since session 2, because it was kept by Orsolya Beck (dead).');
    expect(states).toEqual(['Great Wheel is closed since session 2.']);
  });
});

describe('a relation that may be told without its sentence', () => {
  const managed = { from: 'weir-guild', type: 'managed_by', to: 'anton-rask', since: null };
  const read = graphOf([
    ...TOWN,
    documentOf(
      'organisation/mill-club.md',
      'Mill Club',
      'The Mill Club is an organisation. It is managed by Anton Rask.',
    ),
  ]);
  const club = { ...managed, from: 'mill-club' };

  it('is one of the changelog, one of a person, or one of a type that the rules read rightly', () => {
    expect(isProvenRelation(world, { ...managed, type: 'led_by', since: 3 })).toBe(true);
    // No sentence stands behind it.
    expect(isProvenRelation(world, managed)).toBe(true);
    expect(read.evidenceOf('mill-club', 'managed_by', 'anton-rask')).not.toBeNull();
    expect(isProvenRelation(worldOf(read), club)).toBe(true);
    expect(isProvenRelation(world, { ...managed, type: 'led_by' })).toBe(false);
  });

  it('is none of a graph that a language model has read, too', () => {
    const extraction = { model: 'm', documents: 1, failed: 0, merged: 0, pairs: [] };
    const both = new KnowledgeGraph({ ...read.snapshot, extraction });
    expect(isProvenRelation(worldOf(both), club)).toBe(false);
  });
});
