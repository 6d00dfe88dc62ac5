import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { classify } from '@arbiter/contracts';
import { connectNats, NatsOperationClient, type NatsLink } from '@arbiter/messaging';
import { natsServerAvailable, startNatsServer, type RunningNatsServer } from '@arbiter/testing';
import { Processes } from './processes.js';
import { startArmProcess, type RunningArmProcess } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

/** Of two replicas each gets some of so many, but for once in 30,000 times. */
const CALLS = 16;

const processes = new Processes();
const folders = new TemporaryFolders();
const noBroker = natsServerAvailable();
const describeWithBroker = noBroker === null ? describe : describe.skip;

describeWithBroker(`two replicas of an arm${noBroker === null ? '' : ` (skipped: ${noBroker})`}`, () => {
  let broker: RunningNatsServer;
  let link: NatsLink;
  let replicas: readonly RunningArmProcess[];

  beforeAll(async () => {
    const [started, dataDir] = await Promise.all([startNatsServer(), folders.create()]);
    broker = started;
    const surroundings = { natsUrl: broker.url, dataDir };
    replicas = [
      await startArmProcess(processes, 'planner-arm', surroundings),
      await startArmProcess(processes, 'planner-arm', surroundings),
    ];
    link = await connectNats({ url: broker.url, name: 'end-to-end' });
  });
  afterAll(async () => {
    await link.close();
    await processes.stopAll();
    await broker.stop();
    await folders.removeAll();
  });

  it('answer every call within its deadline when one of them is killed with calls in its hand', async () => {
    const client = new NatsOperationClient(link);
    const [killed] = replicas;
    // Stopped, it takes calls and answers none: some are in its hand for certain when it is killed.
    process.kill(killed!.process.pid, 'SIGSTOP');
    const asked = Promise.all(
      Array.from({ length: CALLS }, (_, i) => client.request(classify, { query: `Is sloop ${i} or a cutter faster?` })),
    );
    expect(await killed!.process.stop('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
    expect((await asked).map(({ queryType }) => queryType)).toEqual(Array<string>(CALLS).fill('comparative'));
    await client.close();
  });
});
