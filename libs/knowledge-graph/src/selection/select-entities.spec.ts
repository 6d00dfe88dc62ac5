import { readSelection } from '@arbiter/question-types';
import { describe, expect, it } from '@jest/globals';
import { documentOf, graphOf, logOf, statusIn, TOWN, worldOf } from '../../test/towns.js';
import { KnowledgeGraph } from '../world/knowledge-graph.js';
import type { World } from '../world/world.js';
import { kindMembers } from './kind-members.js';
import { selectEntities } from './select-entities.js';

const WORKS = [
  ...TOWN,
  documentOf('place/hall-one.md', 'Hall One', 'Hall One is a hall of the works.'),
  ...['Pump A', 'Pump B', 'Pump C'].map((name, at) =>
    documentOf(
      `machine/pump-${at}.md`,
      name,
      `${name} is a feed pump. It is located in ${at === 2 ? 'the Grey Mill' : 'Hall One'}.`,
    ),
  ),
];
const graph = graphOf(WORKS);
const select = (question: string, world: World) => {
  const read = readSelection(question);
  const selection = read && selectEntities(read, world);
  return selection?.selected.map(({ node }) => graph.entities[node]?.name).sort() ?? null;
};

describe('selectEntities', () => {
  it('tells what stands as the changelog says, and as follows from it', () => {
    const world = worldOf(graph, logOf(statusIn(1, 'pump-a', 'out of service'), statusIn(2, 'grey-mill', 'closed')));
    expect(select('How many pumps are out of service?', world)).toEqual(['Pump A', 'Pump C']);
    expect(select('Which pumps can be used now?', world)).toEqual(['Pump B']);
    expect(select('Which feed pumps are in Hall One?', world)).toEqual(['Pump B']);
    expect(select('List all pumps', worldOf(graph))).toEqual(['Pump A', 'Pump B', 'Pump C']);
  });

  it('takes a particular state by its words, and a general one by what it means', () => {
    const world = worldOf(graph, logOf(statusIn(1, 'pump-a', 'flooded'), statusIn(1, 'pump-b', 'suspended')));
    expect(select('Which pumps are flooded?', world)).toEqual(['Pump A']);
    expect(select('Which pumps are unavailable?', world)).toEqual(['Pump A', 'Pump B']);
  });

  it('says that nothing stands so only where something did, and names it', () => {
    const log = logOf(statusIn(1, 'pump-a', 'out of service'), statusIn(2, 'pump-a', 'back in service'));
    const read = readSelection('How many pumps are out of service?')!;
    expect(selectEntities(read, worldOf(graph, log, { session: 1 }))).toMatchObject({ formerly: [] });
    const now = selectEntities(read, worldOf(graph, log));
    expect(now).toMatchObject({ selected: [], formerly: [graph.nodeOf('pump-a')] });
    expect(selectEntities(readSelection('How many pumps are flooded?')!, worldOf(graph, log))).toBeNull();
  });

  it.each([
    ['a kind that the graph does not know', 'How many ferries are closed?'],
    ['a state that says nothing of use', 'Which pumps are red?'],
    ['a place that is no entity', 'Which pumps are in the Hall of Mirrors?'],
    ['a word that no pump is described by', 'Which diesel pumps can be used now?'],
    ['another number than the question says', 'List all seven pumps'],
    ['people, of whom a graph knows but some', 'How many people are there?'],
  ])('leaves %s to passages', (_, question) => {
    expect(select(question, worldOf(graph, logOf(statusIn(1, 'pump-a', 'closed'))))).toBeNull();
  });

  it('leaves how things stand to passages where nothing of the kind has changed', () => {
    expect(select('Which pumps are closed?', worldOf(graph))).toBeNull();
    expect(select('Which pumps can be used?', worldOf(graph, logOf(statusIn(1, 'gull-rock', 'flooded'))))).toBeNull();
  });

  it('does not count all of a kind while some of it may be a wrong reading', () => {
    const [pump] = graph.entities.filter(({ id }) => id === 'pump-a');
    const name = { ...pump!, id: 'pump-d', name: 'Pump D', aliases: [], describedIn: [] };
    const noisy = new KnowledgeGraph({
      ...graph.snapshot,
      entities: [...graph.entities, { ...name, definition: 'Pump D came second.' }],
    });
    expect(kindMembers('machines', worldOf(noisy)).doubtful).toEqual([graph.entities.length]);
    expect(select('List all machines', worldOf(graph))).toHaveLength(4);
    expect(selectEntities(readSelection('List all machines')!, worldOf(noisy))).toBeNull();
  });

  it('does not count what stands so while a nickname that stands so may name one of the kind', () => {
    const [wheel] = graph.entities.filter(({ id }) => id === 'great-wheel');
    const frog = { ...wheel!, id: 'frog', name: 'Frog', aliases: [], definition: 'The Frog croaks.' };
    const nicknamed = new KnowledgeGraph({ ...graph.snapshot, entities: [...graph.entities, frog] });
    const log = logOf(statusIn(1, 'pump-a', 'out of service'), statusIn(1, 'frog', 'out of service'));
    const ask = (question: string) => selectEntities(readSelection(question)!, worldOf(nicknamed, log));
    expect(ask('How many pumps are out of service?')).toBeNull();
    expect(ask('How many machines are out of service?')?.selected).toHaveLength(2);
    expect(ask('How many halls are out of service?')).toBeNull();
  });

  it('finds what is in a circle of containment, each thing once', () => {
    const moved = (from: string, to: string) => ({
      ...{ session_id: 1, entity_updates: [] },
      relationship_updates: [{ from, to, new_status: 'located_in' }],
    });
    const circle = logOf(moved('hall-one', 'grey-mill'), moved('grey-mill', 'hall-one'));
    expect(select('Which pumps are in Hall One?', worldOf(graph, circle))).toEqual(['Pump A', 'Pump B', 'Pump C']);
    expect(select('Which pumps are in the Grey Mill?', worldOf(graph, circle))).toEqual(['Pump A', 'Pump B', 'Pump C']);
  });

  it('counts what goes by another name once, under its new name and where it was', () => {
    const renamed = {
      session_id: 1,
      entity_updates: [{ entity_id: 'pump-a', status: 'renamed', new_name: 'pump-c' }],
      relationship_updates: [],
    };
    expect(select('Which pumps are in Hall One?', worldOf(graph, logOf(renamed)))).toEqual(['Pump B', 'Pump C']);
  });
});
