import { ArbiterError } from '@arbiter/contracts';
import { DataSet, readCatalogue } from '@arbiter/adapters-battlescribe/catalogue';
import { buildListInSteps, type BuildRequest, type BuildResult } from '../roster/index.js';

export type { BuildResult };

export interface BuildTask {
  /** In their JSON form, that of the army first; the rest is what it draws on, nearest first. */
  readonly catalogues: readonly string[];
  readonly request: BuildRequest;
}

/** Builds lists apart from the event loop: a search takes seconds. */
export interface ListBuilding {
  /**
   * @param deadline epoch milliseconds at which the result is no longer of use
   * @returns the best list that was found in the time there is
   * @throws ArbiterError INVALID_REQUEST for texts that are no catalogues; the signal's reason when nobody waits any more
   */
  build(task: BuildTask, deadline: number, signal: AbortSignal): Promise<BuildResult>;
}

/** The work itself, list by list; `next(true)` ends it with the best list so far. */
export function buildInSteps({ catalogues, request }: BuildTask): ReturnType<typeof buildListInSteps> {
  const [primary, ...related] = catalogues.map((text) => {
    const catalogue = readCatalogue(JSON.parse(text));
    if (!catalogue)
      throw new ArbiterError('INVALID_REQUEST', 'What is kept of an army is no catalogue; ingest it anew.');
    return catalogue;
  });
  if (!primary) throw new ArbiterError('INVALID_REQUEST', 'There is no catalogue to build a list from.');
  return buildListInSteps(new DataSet(primary, related), request);
}
