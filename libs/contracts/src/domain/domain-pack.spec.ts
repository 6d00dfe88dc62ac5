import { describe, expect, it } from '@jest/globals';
import { DomainConfig, graphSchemaOf } from './domain-pack.js';

describe('the graph schema of a pack', () => {
  const schemaOf = (relations: unknown) =>
    graphSchemaOf(DomainConfig.parse({ domain: 'works', version: '1', entities: { types: ['pump'], relations } }));

  it('has the ends and the weight of each relation type', () => {
    const fed_by = { from: 'pump', to: 'tank', weight: 2.5, note: 'ours' };
    expect(schemaOf({ fed_by, near: {} })?.relationTypes).toEqual([
      { type: 'fed_by', from: 'pump', to: 'tank', weight: 2.5 },
      { type: 'near' },
    ]);
  });

  it.each([0, -1, 101, 'heavy'])('has no relation types where one has the weight %j', (weight) => {
    expect(schemaOf({ fed_by: { weight } })?.relationTypes).toEqual([]);
  });
});
