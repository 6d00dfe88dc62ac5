import { describe, expect, it } from '@jest/globals';
import { ArbiterError, listGenerations } from '@arbiter/contracts';
import { InProcessBus, InProcessOperationClient, OperationDispatcher } from '@arbiter/messaging';
import { contextOf } from '../../test/tool-workbench.js';
import { LibraryGenerations } from './result-cache.js';

async function over(held: Map<string, string> | null): Promise<LibraryGenerations> {
  const bus = new InProcessBus();
  const dispatcher = new OperationDispatcher();
  if (held) {
    dispatcher.register(listGenerations, ({ collections = [...held.keys()].sort() }) =>
      Promise.resolve({
        generations: collections.flatMap((collection) => {
          const generation = held.get(collection);
          return generation === undefined ? [] : [{ collection, generation }];
        }),
      }),
    );
  }
  await bus.start(dispatcher);
  return new LibraryGenerations(new InProcessOperationClient(bus));
}

describe('LibraryGenerations', () => {
  const { call } = contextOf();

  it('are the same until one of the collections changes', async () => {
    const held = new Map([
      ['ports', '1'],
      ['ships', '1'],
    ]);
    const generations = await over(held);
    const [all, ports] = [await generations.of([], call), await generations.of(['ports'], call)];
    expect(await generations.of([], call)).toBe(all);
    held.set('ships', '2');
    expect(await generations.of([], call)).not.toBe(all);
    expect(await generations.of(['ports'], call)).toBe(ports);
  });

  it('change for all of the library when a collection is added', async () => {
    const held = new Map([['ports', '1']]);
    const generations = await over(held);
    const before = await generations.of([], call);
    held.set('ships', '1');
    expect(await generations.of([], call)).not.toBe(before);
  });

  it('are asked for once by those who ask at the same time, and again by who asks later', async () => {
    const held = new Map([['ports', '1']]);
    const generations = await over(held);
    const both = [generations.of(['ports'], call), generations.of(['ports'], call)];
    expect(both[0]).toBe(both[1]);
    const [before] = await Promise.all(both);
    held.set('ports', '2');
    expect(await generations.of(['ports'], call)).not.toBe(before);
  });

  it('are unknown while the retriever is away', async () => {
    expect(await (await over(null)).of([], call)).toBeNull();
  });

  it('are not asked for once nobody waits', async () => {
    const caller = new AbortController();
    const gone = new ArbiterError('CANCELLED', 'gone');
    caller.abort(gone);
    await expect((await over(null)).of([], contextOf({ caller }).call)).rejects.toBe(gone);
  });
});
