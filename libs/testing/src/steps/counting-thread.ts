import { Session, type Profiler } from 'node:inspector';
import { parentPort, workerData } from 'node:worker_threads';
import { countBuiltins } from './count-builtins.js';

export interface CountedCalls {
  readonly module: string;
  readonly name: string;
  readonly calls: readonly (readonly unknown[])[];
}

/** Blocks of these files are counted: ours and those of vendors, and no code of Node.js or of this counter. */
const COUNTED = /^file:(?!.*\/testing\/src\/steps\/)/;

const session = new Session();
session.connect();

function ask(method: string, parameters: object = {}): unknown {
  let answer: unknown;
  // A session on its own thread answers before `post` returns.
  session.post(method, parameters, (error, result) => {
    if (error) throw error;
    answer = result;
  });
  return answer;
}

/** Blocks that ran since it was last asked. */
function takeBlocks(): number {
  const { result } = ask('Profiler.takePreciseCoverage') as Profiler.TakePreciseCoverageReturnType;
  return result
    .filter(({ url }) => COUNTED.test(url))
    .flatMap(({ functions }) => functions)
    .flatMap(({ ranges }) => ranges)
    .reduce((sum, { count }) => sum + count, 0);
}

async function countCalls({ module, name, calls }: CountedCalls): Promise<number[]> {
  ask('Profiler.enable');
  ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const exported = (await import(module)) as Record<string, (...given: readonly unknown[]) => unknown>;
  const work = exported[name];
  if (!work) throw new TypeError(`${module} exports no ${name}`);
  // The first call builds tables that later ones find.
  await work(...(calls[0] ?? []));
  const counted: number[] = [];
  for (const call of calls) {
    takeBlocks();
    const builtins = countBuiltins();
    await work(...call);
    const passed = builtins.stop();
    counted.push(takeBlocks() + passed);
  }
  return counted;
}

parentPort?.postMessage(await countCalls(workerData as CountedCalls));
