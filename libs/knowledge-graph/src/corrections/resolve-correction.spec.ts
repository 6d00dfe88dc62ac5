import { GraphCorrection } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import type { Wanted } from '../../test/corrected-graph.js';
import { documentOf, SCHEMA, TOWN } from '../../test/towns.js';
import { extractGraph } from '../snapshot/build-snapshot.js';
import { resolveCorrection } from './resolve-correction.js';

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
    expect(() => resolve({ kind: 'delete-entity', entity: 'Grey Mil' })).toThrow('did you mean "Grey Mill"?');
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
