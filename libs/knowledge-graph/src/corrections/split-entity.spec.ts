import { describe, expect, it } from '@jest/globals';
import { corrected, HARBOUR, mentionsOf, problemsOf, related, type Wanted } from '../../test/corrected-graph.js';
import { documentOf } from '../../test/towns.js';

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
