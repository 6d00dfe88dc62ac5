import { readGlobalQuestion } from '@arbiter/question-types';
import { describe, expect, it } from '@jest/globals';
import { snapshotByHand } from '../../test/snapshot-by-hand.js';
import { documentOf, graphOf, logOf, statusIn, TOWN, worldOf } from '../../test/towns.js';
import { KnowledgeGraph } from '../world/knowledge-graph.js';
import type { World } from '../world/world.js';
import { fittingCommunities, mainEntities } from './global-scope.js';
import { definesWell, rateSentence } from './rate-sentence.js';
import { toldChanges } from './told-changes.js';
import { isAboutWhole } from './whole.js';

const QUARREL = 'The Weir Guild opposes Anton Rask and disputes his lease.';
const graph = graphOf([
  ...TOWN,
  documentOf('place/notes.md', 'Notes', `${QUARREL} The Grey Mill grinds the barley of the Weir Guild.`),
]);
const conflicts = readGlobalQuestion('What are the main conflicts?')!;

function rate(text: string, world: World, { headings = [] as string[], question = conflicts } = {}): number {
  const { snapshot } = world.graph;
  const document = snapshot.documents.find(({ source }) => source === 'place/notes.md')!;
  const whole = `${QUARREL} The Grey Mill grinds the barley of the Weir Guild.`;
  const start = whole.indexOf(text);
  return rateSentence(question, world, { documentId: document.id, start, end: start + text.length, text, headings });
}

describe('rateSentence', () => {
  it('prefers what speaks of the topic, by its words or its heading', () => {
    const world = worldOf(graph);
    const other = 'The Grey Mill grinds the barley of the Weir Guild.';
    expect(rate(QUARREL, world)).toBeGreaterThan(0.5);
    expect(rate(other, world)).toBe(0);
    expect(rate(other, world, { headings: ['Old feuds and rivalries'] })).toBeGreaterThan(0);
  });

  it('gives nothing for a sentence that sessions have overtaken', () => {
    expect(rate(QUARREL, worldOf(graph, logOf(statusIn(1, 'anton-rask', 'dead'))))).toBe(0);
    expect(rate(QUARREL, worldOf(graph, logOf(statusIn(1, 'gull-rock', 'flooded'))))).toBeGreaterThan(0.5);
  });

  it('does not take a name or a row of a table for words', () => {
    expect(rate('Ship: Quarrel; Kind: enemy; Home: Grey Mill', worldOf(graph))).toBe(0);
    expect(definesWell('Ward: Elm; Beds: 20; Manager: Ann Oak')).toBe(0);
    expect(definesWell('The Weir Guild is an organisation of millers.')).toBe(1);
    expect(definesWell('Rang Pike & Rowe.')).toBe(0);
  });
});

describe('toldChanges', () => {
  const log = logOf(statusIn(1, 'orsolya-beck', 'dead'), statusIn(2, 'gull-rock', 'open'), {
    session_id: 3,
    entity_updates: [],
    relationship_updates: [{ from: 'weir-guild', to: 'anton-rask', old_status: 'neutral', new_status: 'hostile' }],
  });
  const texts = (topic: Parameters<typeof toldChanges>[0]): string[] =>
    toldChanges(topic, worldOf(graph, log)).map(({ text }) => text);

  it('tells what belongs to the topic, with what follows from it', () => {
    expect(texts('conflicts')).toEqual(['Weir Guild is hostile to Anton Rask since session 3.']);
    expect(texts('problems')).toEqual(
      expect.arrayContaining([
        'Orsolya Beck is dead since session 1.',
        'Grey Mill is closed since session 1, because it was kept by Orsolya Beck (dead).',
      ]),
    );
    expect(texts('problems').join()).not.toContain('Gull Rock');
    expect(texts('changes')).toContain('Gull Rock is open since session 2.');
    expect(texts('kind')).toEqual([]);
  });

  it('tells of what has changed since by what holds now', () => {
    const later = logOf(statusIn(1, 'gull-rock', 'flooded'), statusIn(2, 'gull-rock', 'open'));
    expect(toldChanges('problems', worldOf(graph, later))).toEqual([]);
    expect(toldChanges('problems', worldOf(graph, later, { session: 1 }))).toHaveLength(1);
  });
});

describe('the scope of a question about everything', () => {
  it('is the finest level that a context holds, or the largest of the coarsest', () => {
    const chain = Array.from({ length: 119 }, (_, at) => [at, at + 1] as const);
    const large = new KnowledgeGraph(snapshotByHand(120, chain));
    const all = fittingCommunities(large, 1_000);
    const few = fittingCommunities(large, 2);
    expect(all.length).toBeGreaterThan(2);
    expect(few).toHaveLength(2);
    expect(few[0]!.members.length).toBeGreaterThanOrEqual(few[1]!.members.length);
    expect(fittingCommunities(new KnowledgeGraph(snapshotByHand(0, [])))).toEqual([]);
  });

  it.each([
    ['Give me an overview of the town', true],
    ['Give me an overview of the plant', true],
    ['Give me an overview', true],
    ['Give me an overview of Low Sedge', false],
    ['What are the main risks of the trial?', false],
  ])('"%s": %s', (question, isWhole) => {
    expect(isAboutWhole(readGlobalQuestion(question)!, graph)).toBe(isWhole);
  });

  it('has the most important things of a kind, without those that cannot be used', () => {
    const names = (noun: string, world: World): string[] => mainEntities(noun, world).map(({ name }) => name);
    expect(names('people', worldOf(graph))).toEqual(expect.arrayContaining(['Orsolya Beck', 'Anton Rask']));
    expect(names('groups', worldOf(graph))).toEqual(['Weir Guild']);
    expect(names('people', worldOf(graph, logOf(statusIn(1, 'anton-rask', 'dead'))))).toEqual(['Orsolya Beck']);
    expect(names('teapots', worldOf(graph))).toEqual([]);
  });
});
