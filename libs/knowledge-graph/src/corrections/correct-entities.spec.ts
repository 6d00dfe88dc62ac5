import { GraphCorrection } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { corrected, HARBOUR, mentionsOf, problemsOf, related, type Wanted } from '../../test/corrected-graph.js';
import { documentOf, logOf, SCHEMA, statusIn, TOWN, worldOf } from '../../test/towns.js';
import { extractGraph } from '../snapshot/build-snapshot.js';
import { applyCorrection } from './apply-corrections.js';
import { resolveCorrection } from './resolve-correction.js';

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
    const after = applyCorrection(extracted, GraphCorrection.parse(merge), extracted.texts);
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
