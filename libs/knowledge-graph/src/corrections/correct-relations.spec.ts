import { describe, expect, it } from '@jest/globals';
import { corrected, problemsOf, related, type Wanted } from '../../test/corrected-graph.js';

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
