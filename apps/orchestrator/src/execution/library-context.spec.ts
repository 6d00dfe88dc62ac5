import { describe, expect, it } from '@jest/globals';
import { ArbiterError, describeContext } from '@arbiter/contracts';
import { InProcessBus, InProcessOperationClient, OperationDispatcher } from '@arbiter/messaging';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import { contextOf } from '../../test/tool-workbench.js';
import { LibraryContext } from './library-context.js';

async function over(held: Map<string, string> | null): Promise<LibraryContext> {
  const bus = new InProcessBus();
  const dispatcher = new OperationDispatcher();
  if (held) {
    dispatcher.register(describeContext, ({ collections = [...held.keys()].sort() }) =>
      Promise.resolve({
        generations: collections.flatMap((collection) => {
          const generation = held.get(collection);
          return generation === undefined ? [] : [{ collection, generation }];
        }),
        ...{ withGraph: [], withChanges: [], writer: 'extractive' as const },
      }),
    );
  }
  await bus.start(dispatcher);
  return new LibraryContext(new InProcessOperationClient(bus), SYSTEM_CLOCK);
}

describe('generations of a LibraryContext', () => {
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
    generations.forget();
    expect(await generations.of([], call)).not.toBe(all);
    expect(await generations.of(['ports'], call)).toBe(ports);
  });

  it('change for all of the library when a collection is added', async () => {
    const held = new Map([['ports', '1']]);
    const generations = await over(held);
    const before = await generations.of([], call);
    held.set('ships', '1');
    generations.forget();
    expect(await generations.of([], call)).not.toBe(before);
  });

  it('are asked for once by a run, and again once it may have changed something', async () => {
    const held = new Map([['ports', '1']]);
    const generations = await over(held);
    const before = await generations.of(['ports'], call);
    held.set('ports', '2');
    expect(await generations.of(['ports'], call)).toBe(before);
    generations.forget();
    expect(await generations.of(['ports'], call)).not.toBe(before);
  });

  it('are unknown while the retriever is away', async () => {
    expect(await (await over(null)).of([], call)).toBeNull();
  });

  it('are not asked for again by the same run while the retriever is away', async () => {
    const generations = await over(null);
    const first = generations.describe(['ports'], call);
    expect(await first).toBeNull();
    expect(generations.describe(['ports'], call)).toBe(first);
  });

  it('are not asked for once nobody waits', async () => {
    const caller = new AbortController();
    const gone = new ArbiterError('CANCELLED', 'gone');
    caller.abort(gone);
    await expect((await over(null)).of([], contextOf({ caller }).call)).rejects.toBe(gone);
  });
});
