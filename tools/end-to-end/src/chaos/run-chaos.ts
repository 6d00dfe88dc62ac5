import { natsServerAvailable } from '@arbiter/testing';
import { feedGarbage, readNothing } from './hostile.scenarios.js';
import { freezeReplica, jumpClock, killEachReplica, restartBroker } from './replica.scenarios.js';
import { type Row, skipped } from './scenario.js';
import { Stage } from './stage.js';
import { breakStore, fillTheDisk } from './store.scenarios.js';

const GIB = 2 ** 30;

/** Scenarios over ten programs and a broker, in the order in which they run. */
const ON_STAGE: ReadonlyMap<string, (stage: Stage) => Promise<Row>> = new Map<string, (stage: Stage) => Promise<Row>>([
  ...killEachReplica,
  ['broker', restartBroker],
  ['frozen', freezeReplica],
  ['clock', jumpClock],
  ['slow-consumers', readNothing],
  ['garbage', (stage) => feedGarbage(stage, 2 * GIB)],
]);

/** Scenarios with programs of their own. */
const APART: ReadonlyMap<string, () => Promise<readonly Row[]>> = new Map<string, () => Promise<readonly Row[]>>([
  ['store', breakStore],
  ['disk', async () => [await fillTheDisk()]],
]);

export const SCENARIOS: readonly string[] = [...ON_STAGE.keys(), ...APART.keys()];

/**
 * Runs scenarios, and tells of each row as soon as it is there.
 *
 * @param names of {@link SCENARIOS}
 */
export async function runChaos(names: readonly string[], onRow: (row: Row) => void): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const tell = (row: Row): void => {
    rows.push(row);
    onRow(row);
  };
  const missing = natsServerAvailable();
  const onStage = [...ON_STAGE].filter(([name]) => names.includes(name));
  if (missing !== null) for (const [name] of onStage) tell(skipped(name, missing));
  else if (onStage.length > 0) {
    const stage = await Stage.open();
    try {
      for (const [, play] of onStage) tell(await play(stage));
    } finally {
      await stage.close();
    }
  }
  for (const [name, play] of APART) {
    if (!names.includes(name)) continue;
    if (missing !== null) tell(skipped(name, missing));
    else for (const row of await play()) tell(row);
  }
  return rows;
}
