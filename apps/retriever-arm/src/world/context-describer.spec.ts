import type { Principal } from '@arbiter/contracts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { worldLibraryOf, type WorldLibrary } from '../../test/world.library.js';
import { ContextDescriber } from './context-describer.js';
import { GraphAccess } from './graph-access.js';

const { signal } = new AbortController();
const ACME: Principal = { name: 'ann', role: 'reader', tenant: 'acme', groups: null };

let library: WorldLibrary;
beforeAll(async () => {
  library = await worldLibraryOf('town', { documents: { 'place/mill.md': 'The Grey Mill is a mill.' } });
});

function described(named?: readonly string[], caller: Principal | null = null) {
  const access = new GraphAccess(library);
  return new ContextDescriber({ ...library, access, writer: 'generated', seesPictures: true }).describe(
    named,
    caller,
    signal,
  );
}

describe('the context of a question', () => {
  it('is what collections hold, their graphs, and who writes', async () => {
    const whole = await described();
    expect(whole).toMatchObject({ withGraph: ['town'], withChanges: [], writer: 'generated', seesPictures: true });
    expect(whole.generations.map(({ collection }) => collection)).toEqual(['town']);
    expect(await described(['town', 'nowhere'])).toEqual(whole);
    expect(await described(['nowhere'])).toMatchObject({ generations: [], withGraph: [] });
  });

  it('names the collections that sessions have changed', async () => {
    await library.change(1, { entity_updates: [{ entity_id: 'mill', status: 'destroyed' }] });
    expect((await described()).withChanges).toEqual(['town']);
  });

  it('of a tenant is that of its collections alone', async () => {
    expect(await described(undefined, ACME)).toMatchObject({ generations: [], withGraph: [], withChanges: [] });
  });
});
