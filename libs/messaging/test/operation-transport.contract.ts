import { afterEach, describe, expect, it } from '@jest/globals';
import { OperationDispatcher } from '../src/index.js';
import { describeAnnotations } from './annotation.contract.js';
import { describeLifetimes } from './lifetime.contract.js';
import { describeRequests } from './request.contract.js';
import { echoing, type OpenServed, type Rig } from './rig.js';
import { describeStreams } from './stream.contract.js';

/** What every way of carrying operations owes its callers, in process as over a broker. */
export function describeOperationTransport(
  name: string,
  openRig: (dispatcher: OperationDispatcher) => Promise<Rig>,
): void {
  describe(`operations over ${name}`, () => {
    const rigs: Rig[] = [];
    const open: OpenServed = async (serve, options = {}) => {
      const dispatcher = new OperationDispatcher(options);
      serve(dispatcher);
      const rig = await openRig(dispatcher);
      rigs.push(rig);
      return { ...rig, dispatcher };
    };
    afterEach(async () => {
      await Promise.all(rigs.splice(0).map((rig) => rig.close()));
    });

    describeRequests(open);
    describeStreams(open);
    describeAnnotations(open);
    describeLifetimes(open);

    it('says that it is healthy while it serves', async () => {
      const { transport } = await open(echoing);
      expect(transport.health()).toMatchObject({ healthy: true });
    });
  });
}
